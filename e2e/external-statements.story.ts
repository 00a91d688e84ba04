import { arrive } from './by-request.ts';
import { chooseFile, csvFile, enterPanel, openView } from './people.ts';
import { expect, test } from './story.ts';

test.use({ ownServer: 'external-statements' });

test("an admin compares the books with the simulator's reports and a bank’s statement", async ({
  app,
  page,
  newPerson,
}) => {
  await arrive(page, app, 'ferry_lamp');
  await page.goto('/host/budget');
  await page.getByRole('button', { name: 'Add Funds' }).click();
  const funds = page.getByRole('dialog', { name: 'Add Funds' });
  await funds.getByRole('radio', { name: /simulated Stripe checkout/ }).check();
  await funds.getByLabel('Amount').fill('140');
  await funds.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Pay $140.00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Funds added.' })).toBeVisible();
  await app.advance('10m');

  const admin = await newPerson();
  await enterPanel(admin, app.admin, '/admin/statements');
  await expect(admin.getByText('Login Successful')).toBeVisible();
  const accounts = admin.getByRole('table', { name: 'Accounts and their statements' });
  const stripe = accounts.getByRole('row', { name: /^Stripe/ });
  await expect(stripe).toContainText('Not compared');
  await expect(admin.getByText('Nothing open')).toBeVisible();
  for (const rail of ['Stripe', 'PayPal'])
    await admin.getByRole('button', { name: `Fetch the report of ${rail}` }).click();
  await expect(accounts.getByRole('row', { name: /^PayPal/ })).toContainText('All match');
  await expect(stripe).toContainText('All match');
  await expect(stripe).toContainText('2 matched');

  await admin.getByRole('button', { name: 'Import file of Bank' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Import a bank statement' });
  await chooseFile(admin, 'Choose file', csvFile('bad.csv', 'Date,Amount,Reference\nsoon,12.00,A1\n'));
  await expect(dialog.getByText('Line 2, Date: “soon” is no date.')).toBeVisible();
  const rows = ['2026-03-14,35.00,Nobody 4711,Ann', '2026-03-15,-4.50,Charges 0315,The bank'];
  const march = csvFile('march.csv', `Date,Amount,Reference,Name\n${rows.join('\n')}\n`);
  await chooseFile(admin, 'Choose another file', march);
  await dialog.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect(dialog).toBeHidden();
  const lines = admin.getByRole('table', { name: 'Lines of statements' });
  await expect(lines.getByRole('row', { name: /Nobody 4711/ })).toContainText('Not in our books');
  await expect(accounts.getByRole('row', { name: /^Bank/ })).toContainText('2 open');

  await lines.getByRole('button', { name: 'Move to suspense: Nobody 4711' }).click();
  const ask = admin.getByRole('dialog');
  await ask.getByRole('button', { name: 'Move to suspense' }).click();
  await expect(ask.getByText('Enter why it has no owner yet.')).toBeVisible();
  await ask.getByLabel('Reason').fill('No host has this reference.');
  await ask.getByRole('button', { name: 'Move to suspense' }).click();
  await expect(ask).toBeHidden();
  await lines.getByRole('button', { name: 'Explain Charges 0315' }).click();
  await ask.getByLabel('Explanation').fill('The monthly price of the account.');
  await ask.getByRole('button', { name: 'Save explanation' }).click();
  await expect(ask).toBeHidden();
  await expect(accounts.getByRole('row', { name: /^Bank/ })).toContainText('All match');
  await expect(accounts.getByRole('row', { name: /^Bank/ })).toContainText('1 matched, 1 explained');
  await openView(admin, 'Suspense');
  await expect(admin.getByRole('row', { name: /Nobody 4711/ })).toContainText('$35.00');
  expect((await app.reconcile()).ok).toBe(true);
});
