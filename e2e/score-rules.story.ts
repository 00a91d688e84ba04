import { enterPanel, openView } from './people.ts';
import { expect, test } from './story.ts';

test('an admin tries a weight on history, saves it as a version, and reads who changed it', async ({
  app,
  page,
}) => {
  await enterPanel(page, app.admin);
  await openView(page, 'Score');
  await expect(page.getByText('No changes yet: the score uses the rules it was shipped with.')).toBeVisible();
  await expect(page.getByText(/Not enough data: \d+ of 200 clips/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Change Linear growth' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Weight').fill('2');
  await dialog.getByRole('button', { name: 'Try on history' }).click();
  await expect(dialog.getByText('Enter numbers; a weight is between 0 and 0.95.')).toBeVisible();
  await dialog.getByLabel('Weight').fill('0.4');
  await dialog.getByRole('button', { name: 'Try on history' }).click();
  await expect(dialog.getByText(/clips would change/)).toBeVisible();
  await dialog.getByLabel('Note').fill('Two honest clips were held');
  await dialog.getByRole('button', { name: 'Save new version' }).click();
  await expect(page.getByText('Version 1 saved')).toBeVisible();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByText('Two honest clips were held')).toBeVisible();
  await expect(page.getByRole('row', { name: /Linear growth/ }).getByText('was 0.63')).toBeVisible();
});

test('an admin reads how accurate the score was', async ({ app, page }) => {
  await enterPanel(page, app.admin);
  await openView(page, 'Score report');
  const table = page.getByRole('table', { name: 'Weekly report of the score' });
  await expect(table.getByRole('row', { name: /TikTok/ }).first()).toContainText(/\d+ judged/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export weekly report as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('score-weeks.csv');
});
