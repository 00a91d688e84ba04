import type { Page } from '@playwright/test';
import { layoutFaults, readerFaults } from './faults.ts';
import { chooseFile, csvFile, enterPanel } from './people.ts';
import { expect, test } from './story.ts';

test.use({ ownServer: 'statement-mapping' });

/**
 * Returns a file with unknown column names, and with a balance column that the guess mistakes for the
 * amount's currency.
 */
const bankFile = (month: string) =>
  csvFile(
    `${month}.csv`,
    `Kontoutdrag\nDag;Mottagare;Ut;In i kr;Rest\n03/${month}/2026;Hyra 4711;1.200,00;;8.800,00\n04/${month}/2026;Ann PM-AB12CD;;96,80;8.896,80\n`,
  );

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Import file of Bank' }).click();
  return page.getByRole('dialog', { name: 'Import a bank statement' });
}

test('an admin maps the columns of a bank once, and imports its next file without mapping', async ({
  app,
  page,
  complaints,
}) => {
  await enterPanel(page, app.admin, '/admin/statements');
  const dialog = await openImport(page);
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await chooseFile(page, 'Choose file', bankFile('10'));
  await expect(dialog.getByText('No column for Date')).toBeVisible();
  expect([...(await readerFaults(page)), ...(await layoutFaults(page))]).toEqual([]);
  await dialog
    .getByLabel('Line of the column names')
    .selectOption({ label: '2: Dag;Mottagare;Ut;In i kr;Rest' });
  await dialog.getByRole('button', { name: 'Read again' }).click();
  await dialog.getByRole('radio', { name: 'Out and in' }).check();
  for (const [column, shown] of [
    ['Date', 'Dag (03/10/2026)'],
    ['Money out', 'Ut (1.200,00)'],
    ['Money in', 'In i kr (96,80)'],
    ['Description', 'Mottagare (Hyra 4711)'],
    ['Balance', 'Rest (8.800,00)'],
  ])
    await dialog.getByLabel(column!, { exact: true }).selectOption({ label: shown! });
  await dialog.getByRole('button', { name: 'Read again' }).click();
  await expect(dialog.getByText('Day and month can’t be told apart.').first()).toBeVisible();
  await dialog.getByLabel('Dates').selectOption({ label: 'Day first: 31/01/2026' });
  await dialog.getByRole('button', { name: 'Read again' }).click();
  await expect(dialog.getByText('Amounts are read as US dollars.')).toBeVisible();
  await dialog.getByLabel('Currency', { exact: true }).selectOption('SEK');
  await dialog.getByRole('button', { name: 'Read again' }).click();
  const found = dialog.getByRole('region', { name: 'What the file contains' });
  await expect(found).toContainText('+96.80 SEK and -1,200.00 SEK');
  await expect(found).toContainText('10,000.00 SEK to 8,896.80 SEK');
  await expect(found).toContainText('2026-10-03');
  expect([...(await readerFaults(page)), ...(await layoutFaults(page))]).toEqual([]);

  await dialog.getByLabel('Remember for').fill('Nordbank');
  complaints.expect(/500 \(Internal/);
  await page.route('**/api/admin/external-statements', (route) =>
    route.fulfill({ status: 500, contentType: 'text/plain', body: 'no' }),
  );
  await dialog.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect(dialog.getByRole('alert')).toContainText('What you entered is still here');
  await expect(dialog.getByLabel('Remember for')).toHaveValue('Nordbank');
  await page.unroute('**/api/admin/external-statements');
  await dialog.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Lines of statements' })).toContainText('Hyra 4711');

  const next = await openImport(page);
  await chooseFile(page, 'Choose file', bankFile('11'));
  await expect(next.getByText('Read as saved for Nordbank.')).toBeVisible();
  await expect(next.getByRole('region', { name: 'What the file contains' })).toContainText('2026-11-03');
  await next.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect(next).toBeHidden();

  const last = await openImport(page);
  await chooseFile(page, 'Choose file', bankFile('12'));
  await last.getByRole('button', { name: 'Forget the columns of Nordbank' }).click();
  await expect(last.getByText('No column for Date')).toBeVisible();
  await expect(last.getByText('Read as saved for Nordbank.')).toBeHidden();
});
