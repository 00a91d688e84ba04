import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { enterDemo, enterPanel, openView } from './people.ts';
import { expect, test } from './story.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Returns the content of the file that an export downloads. */
async function exported(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Export ${name} as CSV` }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

test('the command palette finds pages, own records and actions, by keyboard alone', async ({ page }) => {
  await enterDemo(page, 'host');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type('budg');
  await expect(palette.getByRole('option')).toHaveText(['Budget']);
  await expect(palette.getByRole('option')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Budget' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('lisbon');
  await expect(palette.getByRole('option', { name: /^City walk: Lisbon after dark/ })).toBeVisible();
  await expect(palette.getByRole('status')).toHaveText(/results?$/);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('add funds');
  await expect(palette.getByRole('option', { name: 'Add Funds' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add Funds' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Search or go to' }).click();
  await page.keyboard.type('theme');
  await expect(palette.getByRole('option', { name: /theme/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.getByRole('button', { name: 'Search or go to' })).toBeFocused();
});

test("Explore's filters survive opening a listing and going back", async ({ page }) => {
  await enterDemo(page, 'clipper');
  await page.goto('/clipper/explore');
  const listings = page.getByRole('list', { name: 'Listings' });
  await page.getByLabel('Free budget').selectOption({ label: 'From $500 free' });
  await expect(page).toHaveURL(/minFreeDollars=500/);
  await page.getByLabel('Language').selectOption('Spanish');
  await page.getByLabel('Sort').selectOption({ label: 'Sort: fastest review' });
  await expect(page).toHaveURL(/language=Spanish.*sort=review/);
  await listings.getByRole('heading').first().getByRole('link').click();
  await expect(page.getByRole('region', { name: 'What it pays' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Free budget')).toHaveValue('500');
  await expect(page.getByLabel('Sort')).toHaveValue('review');
  await expect(listings.getByRole('article').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Language')).toHaveValue('Spanish');
});

test('every table of a person can be exported as a file, with all its pages', async ({ page, newPerson }) => {
  await enterDemo(page, 'clipper');
  await page.goto('/clipper/submissions?status=approved');
  const clips = (await exported(page, 'submissions')).trimEnd().split('\r\n');
  expect(clips).toHaveLength(21);
  expect(clips.slice(1).every((line) => line.includes(',approved,'))).toBe(true);
  await page.goto('/clipper/earnings');
  expect(await exported(page, 'payouts')).toContain(',118.35,');

  const host = await newPerson();
  await enterDemo(host, 'host');
  await host.goto('/host/budget');
  expect(await exported(host, 'transactions')).toContain(
    'Date,Amount (USD),Type,Listing,Status,Spent (USD),Balance (USD),Id',
  );
  await host.goto('/host/listings');
  expect((await exported(host, 'listings')).trimEnd().split('\r\n')).toHaveLength(8);
});

test('an operator finds a person, answers a message by mail, and reads a receipt and the log', async ({
  app,
  page,
  newPerson,
}) => {
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Name' }).fill('Tess');
  await page.getByRole('textbox', { name: 'Email' }).fill('tess@example.com');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Billing');
  await page.getByRole('textbox', { name: 'Message' }).fill('Where is my refund?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent!')).toBeVisible();

  const admin = await newPerson();
  await enterPanel(admin, app.admin, '/admin/support');
  await admin.getByRole('button', { name: 'Open the message of Tess' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Billing: Tess' });
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(dialog.getByText('Enter your answer.')).toBeVisible();
  await dialog.getByLabel('Answer').fill('It left this');
  await admin.keyboard.press('Escape');
  await admin.reload();
  const row = admin.getByRole('button', { name: 'Open the message of Tess' });
  await row.focus();
  await admin.keyboard.press('x');
  await expect(admin.getByRole('checkbox', { name: 'Choose message of Tess' })).toBeChecked();
  await expect(admin.getByRole('region', { name: 'Chosen messages' })).toContainText('1 chosen');
  await admin.keyboard.press('x');
  await expect(admin.getByRole('checkbox', { name: 'Choose message of Tess' })).not.toBeChecked();
  await row.click();
  await expect(dialog.getByLabel('Answer')).toHaveValue('It left this');
  await dialog.getByLabel('Answer').fill('It left this morning.');
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(admin.getByText('Answer sent')).toBeVisible();
  expect((await app.mailTo('tess@example.com', /Your message/)).text).toContain('It left this morning.');
  await admin.getByRole('radio', { name: 'Answered' }).click();
  await expect(admin).toHaveURL(/state=answered/);
  await expect(admin.getByRole('row', { name: /Where is my refund/ })).toBeVisible();

  await openView(admin, 'Users');
  await admin.getByRole('searchbox', { name: 'Search users' }).fill('tess');
  await expect(admin).toHaveURL(/search=tess/);
  await expect(admin.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  await admin.getByRole('button', { name: 'Save filters' }).click();
  const naming = admin.getByRole('dialog', { name: 'Save filters' });
  await naming.getByRole('button', { name: 'Save filters' }).click();
  await expect(naming.getByText('Enter a name.')).toBeVisible();
  await naming.getByLabel('Name').fill('All Tesses');
  await naming.getByRole('button', { name: 'Save filters' }).click();
  const saved = admin.getByRole('group', { name: 'Saved filters' });
  await saved.getByRole('button', { name: 'All Tesses', pressed: true }).click();
  await expect(admin).not.toHaveURL(/search=/);
  await saved.getByRole('button', { name: 'All Tesses', pressed: false }).click();
  await expect(admin.getByRole('searchbox', { name: 'Search users' })).toHaveValue('tess');
  await saved.getByRole('button', { name: 'Remove the saved filters All Tesses' }).click();
  await expect(saved.getByRole('button', { name: 'All Tesses' })).toHaveCount(0);
  await openView(admin, 'Submissions');
  await admin
    .getByRole('link', { name: /^Review / })
    .first()
    .click();
  await expect(admin.getByRole('heading', { name: /^Clip of/ })).toBeVisible();
  await admin.keyboard.press('Control+k');
  const palette = admin.getByRole('dialog', { name: 'Search or go to' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  // Enter is pressed before the reply arrives. It opens the first result of the typed text.
  await admin.keyboard.type('tess_cu');
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('heading', { level: 1, name: '@tess_cuts' })).toBeVisible();
  await admin.goto('/admin/logs');
  await admin.getByRole('searchbox', { name: 'Search logs' }).fill('support.answered');
  const log = admin.getByRole('table', { name: 'System logs' });
  await expect(log.getByRole('row')).toHaveCount(2);
  expect(await exported(admin, 'system logs')).toContain(',support.answered,');
});
