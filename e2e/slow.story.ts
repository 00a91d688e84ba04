import type { Page } from '@playwright/test';
import { enterDemo } from './people.ts';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';

/** Holds the answers of the API, except who is signed in, until they are let go. */
async function holdAnswers(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/api\/(?!session)/, async (route) => {
    await free;
    await route.fallback();
  });
  return letGo;
}

/** What moved by itself since the page was opened: how far, and what. */
const shifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const found: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) found.push(describe(entry as unknown as Shift));
        }).observe({ type: 'layout-shift', buffered: true });
        // What is buffered is told in a task of its own, after the frame under way.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(found))));
        interface Shift {
          value: number;
          sources: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        }
        function describe({ value, sources }: Shift): string {
          const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            return `${element?.outerHTML.slice(0, 120)} [${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}]`;
          });
          return `${value.toFixed(4)}: ${moved.join(' | ')}`;
        }
      }),
  );

const rooms = {
  host: ['/host/dashboard', '/host/listings', '/host/submissions', '/host/budget', '/host/settings'],
  clipper: [
    '/clipper/dashboard',
    '/clipper/explore',
    '/clipper/submissions',
    '/clipper/earnings',
    '/clipper/settings',
  ],
  admin: ['/admin', '/admin?tab=listings', '/admin?tab=submissions', '/admin?tab=payouts'],
} as const;

for (const [visitor, paths] of Object.entries(rooms)) {
  test(`on a slow line the screens of ${visitor} wait in the shape they will have, and nothing moves`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await enter(page, visitor as keyof typeof rooms);
    const moved: Record<string, string[]> = {};
    for (const size of [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      for (const path of paths) {
        const letGo = await holdAnswers(page);
        await page.goto(path);
        await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        letGo();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const found = await shifts(page);
        if (found.length > 0) moved[`${path} at ${size.width}`] = found;
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    }
    expect(moved).toEqual({});
  });
}

test('a list that did not load says so, and a press loads it', async ({ page, complaints }) => {
  complaints.expect(/500|ERR_FAILED/);
  await enterDemo(page, 'host');
  await page.route(/\/api\/host\/listings/, (route) => route.fulfill({ status: 500, body: 'out of order' }));
  await page.goto('/host/listings');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await expect(page.getByRole('table', { name: 'My listings' }).getByRole('row').nth(1)).toBeVisible();
});

test('offline the page says so calmly, keeps what is typed, sends nothing by itself, and comes back', async ({
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
  const note = page.getByText('You are offline.');
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await expect(message).toHaveValue('Written in a tunnel.');
  await context.setOffline(false);
  await expect(note).toBeHidden();
  await expect(message).toHaveValue('Written in a tunnel.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent!')).toBeVisible();

  await page.goto('/clipper/dashboard');
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await expect(page.getByRole('list', { name: 'Listings' }).getByRole('article').first()).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Minimum rate').selectOption({ label: 'Rate from $3.00' });
  await expect(note).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: 'City walk: Lisbon after dark' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Any% practice, no resets' })).toBeHidden();
});
