import type { Page } from '@playwright/test';
import { type Shifts, shifts } from './layout-shifts.ts';
import { enterDemo } from './people.ts';
import { enter, type Screen, screens } from './screens.ts';
import { expect, test } from './story.ts';

test.use({ ownServer: 'demo' });

/**
 * Holds back the resources that a slow connection loads last: fonts, API replies and the landing page's
 * script.
 */
async function holdBack(page: Page): Promise<() => void> {
  const held: (() => void)[] = [];
  let isFree = false;
  const wait = async () => {
    if (!isFree) await new Promise<void>((letGo) => held.push(letGo));
  };
  await page.route(/\/api\/(?!session)|\.woff2$/, async (route) => {
    await wait();
    await route.fallback();
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('Cut the stream.')) await wait();
    await route.fulfill({ response });
  });
  return () => {
    isFree = true;
    for (const letGo of held) letGo();
  };
}

/** Opens a page on a slow connection; returns the layout shifts from first paint to last reply. */
async function moved(page: Page, path: string): Promise<Shifts> {
  const letGo = await holdBack(page);
  await page.goto(path, { waitUntil: 'commit' });
  // The landing page is complete before its scripts, which wait for each other.
  const waits = path === '/' ? page.getByRole('heading', { level: 1 }) : page.locator('[aria-busy="true"]');
  await expect(waits.first()).toBeVisible();
  letGo();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (path === '/') await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeAttached();
  const found = await shifts(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return found;
}

const listing = screens.clipper.find(({ name }) => name === 'listing') as Screen & {
  at: (page: Page) => Promise<string>;
};

/**
 * The fallback font is slightly narrower or wider, and the figure in a phone's top bar gets its width when it
 * loads. A line that moves costs 0.02 or more, so the limit allows nothing else.
 */
const SEEN_AT_MOST = 0.01;

const main = {
  host: ['/host/dashboard', '/host/budget'],
  clipper: ['/', '/clipper/dashboard', '/clipper/explore', '/clipper/earnings'],
} as const;

for (const visitor of ['host', 'clipper'] as const) {
  test(`on a slow connection the main screens of a ${visitor} reserve their final layout, and nothing moves`, async ({
    page,
  }) => {
    await enter(page, visitor);
    const paths = visitor === 'host' ? main.host : [...main.clipper, await listing.at(page)];
    const faults: Record<string, string[]> = {};
    for (const [width, height] of [
      [360, 740],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const path of paths) {
        const { score, what } = await moved(page, path);
        if (score > SEEN_AT_MOST) faults[`${path} at ${width}`] = what;
      }
    }
    expect(faults).toEqual({});
  });
}

test('a list that failed to load says so, and a press loads it', async ({ page, complaints }) => {
  complaints.expect(/500/);
  await enterDemo(page, 'host');
  await page.route(/\/api\/host\/listings/, (route) => route.fulfill({ status: 500, body: 'out of order' }));
  await page.goto('/host/listings');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await expect(page.getByRole('table', { name: 'My listings' }).getByRole('row').nth(1)).toBeVisible();
});

test('offline the page says so calmly, keeps what is typed, sends nothing automatically, and recovers', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await enterDemo(page, 'clipper');
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Name' }).fill('Tess');
  await page.getByRole('textbox', { name: 'Email' }).fill('tess@example.com');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Billing');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Written in a tunnel.');
  await context.setOffline(true);
  const note = page.getByText('You’re offline.');
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await context.setOffline(false);
  await expect(note).toBeHidden();
  await expect(message).toHaveValue('Written in a tunnel.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent!')).toBeVisible();
  await expect(message).toHaveValue('');

  await page.goto('/clipper/explore');
  const fastest = page.getByRole('link', { name: 'Any% practice, no resets', exact: true });
  await expect(fastest).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Minimum rate').selectOption({ label: 'Rate from $3.00' });
  await expect(note).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: 'City walk: Lisbon after dark', exact: true })).toBeVisible();
  await expect(fastest).toBeHidden();
});

test('a page that could not load offline loads without a press once the device is online again', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|imported module/);
  await enterDemo(page, 'clipper');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome Back/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Earnings', exact: true }).click();
  await expect(page.getByText('This page did not load.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible();
});
