import type { Page } from '@playwright/test';
import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

// The story has its own server with the freshly seeded demo, because other stories move the clock.
test.use({ ownServer: 'demo' });

/** Opens a page and holds back its scripts until they are released. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const held: (() => void)[] = [];
  const scripts = /\/assets\/.*\.js$/;
  await page.route(scripts, async (route) => {
    await new Promise<void>((letGo) => held.push(letGo));
    await route.fallback();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    await page.unroute(scripts);
    for (const letGo of held) letGo();
  };
}

test('text typed before the scripts ran is there afterwards, and after a reload', async ({ page }) => {
  const letGo = await openWithoutScripts(page, '/contact');
  const category = page.getByRole('combobox', { name: 'Category' });
  const message = page.getByRole('textbox', { name: 'Message' });
  await category.selectOption('Billing');
  await message.fill('Half a sentence');
  await letGo();
  // The form is stored as soon as it is hydrated.
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Half a sentence');
  await expect(message).toHaveValue('Half a sentence');
  await page.getByRole('textbox', { name: 'Name' }).fill('Tess');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Tess');
  await expect(category).toHaveValue('billing');
  await expect(message).toHaveValue('Half a sentence');
});

test('a moment of the example map that was chosen before the scripts ran is the cut afterwards', async ({
  page,
}) => {
  const letGo = await openWithoutScripts(page, '/');
  const map = page.getByRole('region', { name: 'Example: 12 minutes of an invented stream' });
  await map.getByRole('radio').last().check();
  await expect(map.getByRole('paragraph').filter({ hasText: '5:06 to 5:36' })).toBeVisible();
  await letGo();
  await map.scrollIntoViewIfNeeded();
  await expect(map.getByRole('slider', { name: 'Start of the cut' })).toHaveAttribute(
    'aria-valuetext',
    /^1:2\d to 1:5\d\./,
  );
});

test('a slider, a search and a checkbox that changed before the scripts ran count afterwards', async ({
  page,
}) => {
  let letGo = await openWithoutScripts(page, '/');
  const views = page.getByRole('slider', { name: 'Verified views' });
  await views.press('ArrowRight');
  await page.getByRole('radio', { name: '$3.00' }).check();
  await letGo();
  await expect(views).toHaveAttribute('aria-valuetext', '15,500 views earn $46.50');
  await page.getByRole('radio', { name: '$1.00' }).check();
  await expect(views).toHaveAttribute('aria-valuetext', '15,500 views earn $15.50');

  letGo = await openWithoutScripts(page, '/help-center');
  const search = page.getByRole('searchbox', { name: 'Search the help center' });
  await search.fill('refund');
  await letGo();
  await expect(page).toHaveURL(/\?q=refund$/);
  await expect(search).toHaveValue('refund');
  await expect(page.getByRole('status').filter({ hasText: 'answers match' })).toBeVisible();

  letGo = await openWithoutScripts(page, '/explore?platform=youtube');
  const listings = page.getByRole('searchbox', { name: 'Search listings or hosts' });
  await listings.fill('hollow');
  await letGo();
  await expect(page).toHaveURL(/\?search=hollow&platform=youtube$/);
  await expect(listings).toHaveValue('hollow');
  await expect(page.getByRole('radio', { name: 'Shorts' })).toBeChecked();

  letGo = await openWithoutScripts(page, '/cookies');
  const analytics = page.getByRole('checkbox', { name: 'Analytics' });
  await analytics.check();
  await letGo();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences saved')).toBeVisible();
  await page.reload();
  await expect(analytics).toBeChecked();
});

test('a half-typed day stays readable after its field is left, and a whole day is written as in tables', async ({
  page,
}) => {
  await enterDemo(page, 'host');
  await visit(page, '/host/create');
  await page.getByText('More rules').click();
  const day = page.getByLabel('End date');
  const color = () => day.evaluate((field) => getComputedStyle(field).webkitTextFillColor);
  const hidden = 'rgba(0, 0, 0, 0)';
  expect(await color()).toBe(hidden);
  await day.focus();
  await page.keyboard.type('12');
  await page.getByLabel('Title').focus();
  expect(await day.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(true);
  expect(await color()).not.toBe(hidden);
  await day.fill('2031-12-24');
  await page.getByLabel('Title').focus();
  await expect(page.getByText('2031-12-24', { exact: true })).toBeVisible();
  expect(await color()).toBe(hidden);
});

test('a button pressed before the scripts ran responds afterwards', async ({ page }) => {
  const letGo = await openWithoutScripts(page, '/auth');
  await page.getByRole('button', { name: /^Clipper/ }).click();
  await letGo();
  await expect(page).toHaveURL(/role=clipper/);
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
});

test('an unsent clip and an unsent note are still there after a reload', async ({ page, newPerson }) => {
  await page.goto('/auth?mode=login');
  await page.getByRole('button', { name: 'Demo clipper' }).click();
  await expect(page).toHaveURL(/clipper\/dashboard/);
  await page.goto('/clipper/submit');
  const listing = 'City walk: Lisbon after dark';
  await page.getByLabel('Select Listing').fill('lisbon');
  await page.getByRole('option', { name: listing }).click();
  const link = 'https://www.tiktok.com/@somebody/video/7311111111111111111';
  await page.getByLabel('Clip URL').fill(link);
  await page.getByLabel('Reported Views').fill('42');
  await page.reload();
  await expect(page.getByLabel('Select Listing')).toHaveValue(listing);
  await expect(page.getByLabel('Clip URL')).toHaveValue(link);
  await expect(page.getByLabel('Reported Views')).toHaveValue('42');

  const host = await newPerson();
  await host.goto('/auth?mode=login');
  await host.getByRole('button', { name: 'Demo host' }).click();
  await expect(host).toHaveURL(/host\/dashboard/);
  await host.goto('/host/submissions');
  const reject = host.getByRole('button', { name: /^Reject/ }).first();
  await reject.click();
  await host.getByLabel(/^Note/).fill('The label is missing');
  await host.reload();
  await reject.click();
  await expect(host.getByLabel(/^Note/)).toHaveValue('The label is missing');
});
