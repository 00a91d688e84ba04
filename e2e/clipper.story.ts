import { readFile } from 'node:fs/promises';
import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('a clipper filters listings, reads one, and an incomplete submission keeps what was typed', async ({
  page,
}) => {
  await enterDemo(page, 'clipper');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome Back/ })).toBeVisible();
  await expect(page).toHaveTitle('Dashboard');

  await visit(page, '/clipper/explore');
  const listings = page.getByRole('list', { name: 'Listings' });
  const cheap = listings.getByRole('link', { name: 'Any% practice, no resets', exact: true });
  const dear = listings.getByRole('link', { name: 'City walk: Lisbon after dark', exact: true });
  await expect(cheap).toBeVisible();
  await page.getByLabel('Minimum rate').selectOption({ label: 'Rate from $3.00' });
  await expect(page).toHaveURL(/minRateCents=300/);
  await expect(cheap).toBeHidden();
  await expect(dear).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search listings or hosts' }).fill('no such words');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(cheap).toBeVisible();

  // The page of a link is fetched before the link is followed.
  const id = (await dear.getAttribute('href'))!.split('/').at(-1);
  const fetched = page.waitForResponse((response) => response.url().endsWith(`/api/listings/${id}`));
  await dear.focus();
  await fetched;
  await dear.click();
  await expect(page.getByRole('heading', { level: 1, name: 'City walk: Lisbon after dark' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Submit Clip' }).click();
  await expect(page.getByLabel('Select Listing')).toHaveValue('City walk: Lisbon after dark');

  const link = 'https://www.tiktok.com/@somebody/video/7311111111111111111';
  await page.getByLabel('Clip URL').fill(link);
  await expect(page.getByLabel('Platform')).toHaveValue('tiktok');
  await page.getByRole('button', { name: 'Submit Clip' }).click();
  await expect(page.getByText('Please fill in all fields.')).toBeVisible();
  await expect(page.getByLabel('Reported Views')).toBeFocused();
  await expect(page.getByLabel('Clip URL')).toHaveValue(link);
});

test('a clipper reads how every cent of a clip was earned', async ({ page }) => {
  await enterDemo(page, 'clipper');
  await visit(page, '/clipper/submissions?status=approved');
  const rows = page.getByRole('table', { name: 'Your submissions' }).getByRole('row');
  const first = rows.nth(1).getByRole('link').first();
  const last = rows.last().getByRole('link').first();
  await last.click();
  await expect(page.getByRole('heading', { name: 'Clip of @tess_cuts' })).toBeVisible();
  // The layout around the list remains, and so does the scroll position.
  const sidebar = page.getByRole('navigation', { name: 'Main' }).first();
  await sidebar.evaluate((nav) => nav.setAttribute('data-seen', ''));
  await page.goBack();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await expect(sidebar).toHaveAttribute('data-seen');
  await first.click();
  await expect(page.getByRole('heading', { name: 'Clip of @tess_cuts' })).toBeVisible();
  await page.getByRole('button', { name: 'View as table' }).click();
  await expect(page.getByRole('table', { name: 'How the views grew' })).toBeVisible();
  await page.getByRole('tab', { name: 'Receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Clip receipt' })).toBeVisible();
  const slip = page.getByRole('region', { name: 'How the amount is made' });
  for (const link of ['1. Counted', '2. Checked', '3. Eligible', '4. Priced']) {
    await expect(slip.getByText(link)).toBeVisible();
  }
  await expect(page.getByText('Verified: recalculated from the snapshots just now.')).toBeVisible();
  const file = async (kind: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Export receipt as ${kind}` }).click(),
    ]);
    return await readFile(await download.path(), 'utf8');
  };
  expect(await file('CSV')).toMatch(/\r\nRecomputes,,,,,\d+\.\d\d\d*,yes,\r\n$/);
  expect(JSON.parse(await file('JSON'))).toMatchObject({ recomputes: true, status: 'approved' });
});

test('the demo tools make a post whose link is ready to submit', async ({ page }) => {
  await enterDemo(page, 'clipper');
  await page.getByRole('button', { name: 'Demo tools' }).click();
  const tools = page.getByRole('dialog', { name: 'Demo tools' });
  await expect(tools.getByRole('heading', { name: 'My mail' })).toBeVisible();
  await expect(tools.getByRole('button', { name: 'Skip a day' })).toBeVisible();
  await tools.getByRole('button', { name: 'Make a post' }).click();
  await tools.getByRole('link', { name: 'Submit this clip' }).click();
  await expect(tools).toBeHidden();
  const link = page.getByLabel('Clip URL');
  await expect(link).toHaveValue(/^https:\/\/www\.youtube\.com\/shorts\//);
  // A new post made with the form's button replaces the previous one.
  const first = await link.inputValue();
  await page.getByRole('button', { name: 'Demo tools' }).click();
  await tools.getByRole('button', { name: 'Make a post' }).click();
  await tools.getByRole('link', { name: 'Submit this clip' }).click();
  await expect(tools).toBeHidden();
  await expect(link).not.toHaveValue(first);
  await expect(link).toHaveValue(/^https:\/\/www\.youtube\.com\/shorts\//);
});
