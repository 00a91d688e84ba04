import type { Page } from '@playwright/test';
import { type Simulator, startSimulator } from '../simulator/simulator.ts';
import { readerFaults } from './faults.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { figure, join, postListing, submitPost } from './people.ts';
import { admin, startServer } from './server.ts';
import { test as base, expect } from './story.ts';
import { toolsOf } from './tools.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_test_staging', STRIPE_WEBHOOK_SECRET: 'whsec_staging_story' };

/**
 * Returns an operator's settings for staging, with the simulator instead of the platforms, Stripe and PayPal.
 */
const environment = ({ urls }: Simulator, mail: MailServer): Record<string, string> => ({
  MODE: 'staging',
  DEMO: '',
  DEV_TOOLS: '',
  SMTP_URL: mail.url,
  ...stripe,
  STRIPE_BASE: urls.stripeApi,
  PAYPAL_CLIENT_ID: 'staging',
  PAYPAL_CLIENT_SECRET: 'staging-secret',
  PAYPAL_WEBHOOK_ID: 'WH-STAGING',
  PAYPAL_BASE: urls.paypal,
  YOUTUBE_CLIENT_ID: 'staging',
  YOUTUBE_CLIENT_SECRET: 'staging-secret',
  YOUTUBE_BASE: urls.youtubeApi,
  YOUTUBE_ANALYTICS_BASE: urls.youtubeAnalyticsApi,
  YOUTUBE_AUTH_BASE: urls.youtubeAuth,
  YOUTUBE_TOKEN_BASE: urls.youtubeToken,
  YOUTUBE_REVOKE_BASE: urls.youtubeRevoke,
  TIKTOK_CLIENT_KEY: 'staging',
  TIKTOK_CLIENT_SECRET: 'staging-secret',
  TIKTOK_AUTH_BASE: urls.tiktokAuth,
  TIKTOK_API_BASE: urls.tiktokApi,
  TIKTOK_SHORT_BASE: urls.tiktokShort,
  TIKTOK_BUSINESS_APP_ID: 'staging-business',
  TIKTOK_BUSINESS_SECRET: 'staging-secret',
  TIKTOK_BUSINESS_BASE: urls.tiktokBusinessApi,
});

/** Adds the services outside a staging server: simulated companies, and a mail server. */
const test = base.extend<object, { outside: { simulator: Simulator; mail: MailServer } }>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern
    async ({}, use) => {
      const simulator = await startSimulator({ clock: { now: () => new Date() }, stateFile: null });
      const mail = await startMailServer();
      const events = setInterval(() => void simulator.runDue(), 200);
      await use({ simulator, mail });
      clearInterval(events);
      await mail.close();
      await simulator.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ outside: { simulator, mail } }, use) => {
      const server = await startServer(environment(simulator, mail));
      simulator.sendStripeTo({
        url: `${server.baseUrl}/webhooks/stripe`,
        secret: stripe.STRIPE_WEBHOOK_SECRET,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  app: async ({ server, outside: { mail } }, use) => {
    const { baseUrl, crashAndRestart, leave } = server;
    const find = (address: string, subject: RegExp) =>
      mail.mails.findLast(({ to, subject: actual }) => to === address && subject.test(actual));
    const mailTo = async (address: string, subject: RegExp) => {
      await expect.poll(() => find(address, subject), { timeout: 15_000 }).toBeTruthy();
      return find(address, subject)!;
    };
    await use({ ...toolsOf(server), baseUrl, crashAndRestart, leave, admin, mailTo });
  },
});

/** Checks that the label is in the flow of the page: the next element must begin where the label ends. */
async function expectLabel(page: Page): Promise<void> {
  const label = page.getByRole('complementary', { name: 'Staging' });
  await expect(label).toContainText('test money only');
  const [top, below] = await page.evaluate(() => [
    document.querySelector('aside')!.getBoundingClientRect(),
    document.getElementById('root')!.getBoundingClientRect(),
  ]);
  expect(below!.top).toBe(top!.bottom);
}

test('a newcomer tries staging: real keys, a test card, a listing, a clip approved, each page and mail labelled', async ({
  app,
  outside: { simulator, mail },
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await host.goto('/auth?mode=login');
  await expectLabel(host);
  await expect(host.getByRole('button', { name: /^Demo / })).toHaveCount(0);
  await join(host, app, 'Host', 'harbour_cam');
  await expectLabel(host);

  await host.goto('/host/budget');
  await host.getByRole('button', { name: 'Add Funds' }).click();
  const funds = host.getByRole('dialog', { name: 'Add Funds' });
  await funds.getByLabel('Amount').fill('500');
  await funds.getByRole('button', { name: 'Continue to payment' }).click();
  await host.getByLabel('Card number').fill('4242 4242 4242 4242');
  await host.getByRole('button', { name: 'Pay $500.00' }).click();
  await expect(host.getByRole('alert').filter({ hasText: 'Funds added.' })).toBeVisible();
  await expect(figure(host, 'Remaining Balance')).toContainText('$500.00');
  await postListing(host, {
    title: 'Harbour at night',
    rate: '2.00',
    budget: '300.00',
    channel: 'harbourcam',
  });

  const clipper = await newPerson();
  await join(clipper, app, 'Clipper', 'night_cutter');
  const { url } = await simulator.createPost({
    platform: 'tiktok',
    handle: 'nightcutter',
    scenario: 'organic',
    caption: 'Ships at night #ad',
  });
  await submitPost(clipper, { handle: 'nightcutter', listing: 'Harbour at night', url });
  await host.goto('/host/submissions');
  await host.getByRole('button', { name: /^Approve/ }).click();
  await clipper.goto('/clipper/submissions');
  await expect
    .poll(
      async () => {
        await clipper.reload();
        return await clipper.getByRole('row', { name: /Harbour at night/ }).textContent();
      },
      { timeout: 40_000 },
    )
    .toContain('Approved');
  expect(mail.mails.length).toBeGreaterThan(1);
  for (const { subject } of mail.mails) expect(subject).toMatch(/^\[Staging\] /);
  // The open pages are left, because their requests must not meet a stopping server.
  for (const page of [host, clipper]) await page.goto('about:blank');
});

test('staging says so on public pages too, also on a phone and without scripts, and no search engine lists it', async ({
  page,
  request,
  browser,
  baseURL,
  complaints,
}) => {
  complaints.expect(/404/);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/pricing', '/terms', '/no-such-page', '/@nobody']) {
    await page.goto(path);
    await expectLabel(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await readerFaults(page), path).toEqual([]);
    expect((await request.get(path)).headers()['x-robots-tag']).toBe('noindex');
  }
  expect((await request.get('/dev/outbox')).status()).toBe(404);
  const plain = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  await plain.goto('/pricing');
  await expect(plain.getByRole('complementary', { name: 'Staging' })).toBeVisible();
  await plain.close();
});

test('a text rendered by the browser equals the one that the server puts into its page', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByText('Permille uses YouTube API Services')).toBeVisible();
  const drawn = await page.getByRole('article').innerText();
  await page.reload();
  expect(await page.getByRole('article').innerText()).toBe(drawn);
});
