import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test.use({ ownServer: 'listing-results' });

const dark = (page: Page, isOn: boolean) =>
  page.evaluate((on) => document.documentElement.classList.toggle('dark', on), isOn);

test('a host reads the results of a listing, exports them, and compares them with those of another', async ({
  page,
}) => {
  await enterDemo(page, 'host');
  await visit(page, '/host/listings');
  await page.getByRole('link', { name: 'Kitchen at midnight', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen at midnight' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Cost per 1,000 views' })).toContainText('$');
  const spent = await page.getByRole('group', { name: 'Spent' }).locator('.num').innerText();
  const platforms = page.getByRole('table', { name: 'Platforms' });
  await expect(platforms.getByRole('row').nth(1)).toContainText('$');
  await expect(page.getByRole('table', { name: 'Best clips' }).getByRole('row')).not.toHaveCount(1);

  // Paper is light and says when it was printed, also for a host who reads the dark theme.
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await dark(page, true);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(background).toBe('rgb(255, 255, 255)');
  await expect(page.getByText(/^Printed .*UTC\.$/)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByText(/^Printed .*UTC\.$/)).toBeHidden();
  await dark(page, false);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export results as CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  const total = file.split('\r\n').find((line) => line.includes(',Total,'));
  expect(total).toContain(spent.replace('$', ''));

  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare listings' })).toBeVisible();
  await page.getByLabel('Add a listing').fill('Chess');
  await page.getByRole('option', { name: /Chess with strangers/ }).click();
  const table = page.getByRole('table', { name: 'Listings side by side' });
  const heads = table.getByRole('columnheader');
  await expect(heads).toHaveText(['Measure', '1. Kitchen at midnight', '2. Chess with strangers, night 12']);
  await expect(table.getByRole('row', { name: /^Spent/ })).toContainText(spent);
  await page.reload();
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  await page.getByRole('button', { name: /^Remove \d\. Chess/ }).click();
  await expect(table.getByRole('columnheader')).toHaveCount(2);
});

test('a chart that is printed from the dark theme has the colors of the light theme, and is dark again afterwards', async ({
  page,
}) => {
  await enterDemo(page, 'host');
  await visit(page, '/host/listings');
  await page.getByRole('link', { name: 'Kitchen at midnight', exact: true }).click();
  const canvas = page.locator('canvas').first();
  await expect(canvas).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  /** The chart's picture now, or right after this event, as a browser that prints takes it. */
  const picture = (event?: string) =>
    page.evaluate((kind) => {
      if (kind) dispatchEvent(new Event(kind));
      return document.querySelector('canvas')!.toDataURL();
    }, event);
  const onScreen = await picture();
  await dark(page, true);
  await expect.poll(async () => (await picture()) === onScreen).toBe(false);
  const inDark = await picture();
  expect((await picture('beforeprint')) === onScreen).toBe(true);
  await picture('afterprint');
  expect((await picture()) === inDark).toBe(true);
});

test('a host duplicates a listing: its terms and source fill in a separate draft', async ({ page }) => {
  await enterDemo(page, 'host');
  await visit(page, '/host/create');
  await page.getByLabel('Title').fill('Unfinished');
  await visit(page, '/host/listings');
  await page.getByRole('link', { name: 'Kitchen at midnight', exact: true }).click();
  await page.getByRole('button', { name: 'More for Kitchen at midnight' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Kitchen at midnight');
  await expect(page.getByLabel('Payout per 1,000 views')).not.toHaveValue('');
  await page.getByLabel('Title').fill('Kitchen at noon');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Kitchen at noon');
  await visit(page, '/host/create');
  await expect(page.getByLabel('Title')).toHaveValue('Unfinished');
});

test('a host shares results by a link, sees that it was opened, and revokes it', async ({
  page,
  newPerson,
  complaints,
}) => {
  complaints.expect(/404/);
  await enterDemo(page, 'host');
  await visit(page, '/host/listings');
  await page.getByRole('link', { name: 'Kitchen at midnight', exact: true }).click();
  await page.getByRole('button', { name: 'Share results' }).click();
  await page.getByRole('button', { name: 'Make link' }).click();
  const made = page.getByRole('dialog', { name: 'Link to the results' });
  const link = await made.getByLabel('Link').inputValue();
  await made.getByRole('button', { name: 'Done' }).click();
  const links = page.getByRole('list', { name: 'Shared links' });
  await expect(links).toContainText('Never opened.');
  const spent = await page.getByRole('group', { name: 'Spent' }).locator('.num').innerText();

  const stranger = await newPerson();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Kitchen at midnight' })).toBeVisible();
  await expect(stranger.getByRole('group', { name: 'Spent' })).toContainText(spent);
  await expect(stranger.locator('meta[name="robots"][content="noindex"]')).toHaveCount(1);
  await expect(stranger.locator('meta[name="referrer"][content="no-referrer"]')).toHaveCount(1);
  await expect(stranger.getByRole('table', { name: 'Best clips' }).getByRole('row')).not.toHaveCount(1);

  await page.reload();
  await expect(links).toContainText('Last opened');
  await links.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.getByText('You have not shared these results.')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
});

test('the address of a listing of nobody says that it is not the host’s', async ({ page, complaints }) => {
  complaints.expect(/404/);
  await enterDemo(page, 'host');
  await page.goto('/host/listings/01900000-0000-7000-8000-00000000dead');
  await expect(page.getByRole('heading', { level: 1, name: 'Listing not found' })).toBeVisible();
});
