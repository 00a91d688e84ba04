import { arrive } from './by-request.ts';
import { enterDemo, enterPanel, figure } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('a host pays on the payment page, is declined first, is credited once and takes the money back', async ({
  app,
  page,
  complaints,
}) => {
  complaints.expect(/402 \(Payment Required\)/);
  const host = await arrive(page, app, 'quay_lantern');
  await visit(page, '/host/budget');
  await page.getByRole('button', { name: 'Add Funds' }).click();
  const funds = page.getByRole('dialog', { name: 'Add Funds' });
  await funds.getByRole('radio', { name: /simulated Stripe checkout/ }).check();
  await funds.getByLabel('Amount').fill('5');
  await funds.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(funds.getByText('Amount must be between $10.00 and $100,000.00.')).toBeVisible();
  await funds.getByLabel('Amount').fill('120');
  await funds.getByRole('button', { name: 'Continue to payment' }).click();

  await expect(page.getByRole('heading', { name: 'Pay $120.00' })).toBeVisible();
  await page.getByRole('link', { name: 'Back without paying' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not paid yet.' })).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Continue payment' }).click();

  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Pay $120.00' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  // Every webhook is delivered three times; the balance must not change.
  await app.atStripe({ do: 'delivery', mode: 'duplicated' });
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Pay $120.00' }).click();

  await expect(page.getByRole('alert').filter({ hasText: 'Funds added.' })).toBeVisible();
  await expect(figure(page, 'Remaining Balance')).toContainText('$120.00');
  const deposits = page.getByRole('table', { name: 'Deposits' });
  const row = deposits.getByRole('row', { name: /\$120\.00/ });
  await expect(row).toContainText('Completed');
  expect((await app.mailTo(host.email, /Receipt: \$120\.00/)).text).toContain('Fees: none');

  await row.getByRole('button', { name: 'Refund $120.00' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Refund started')).toBeVisible();
  await app.advance('1m');
  await page.reload();
  await expect(row).toContainText('Refunded');
  await expect(figure(page, 'Remaining Balance')).toContainText('$0.00');
  await app.atStripe({ do: 'delivery', mode: 'normal' });
  expect((await app.reconcile()).ok).toBe(true);
});

test('a bank transfer is confirmed once by an admin with the bank’s reference', async ({
  app,
  page,
  newPerson,
}) => {
  await arrive(page, app, 'mill_race');
  await visit(page, '/host/budget?add=funds');
  const funds = page.getByRole('dialog', { name: 'Add Funds' });
  await funds.getByRole('radio', { name: /Bank transfer/ }).check();
  await funds.getByLabel('Amount').fill('250');
  await funds.getByRole('button', { name: 'Get a reference' }).click();
  const reference = (await funds.getByText(/^PM-/).textContent())!;
  await funds.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: new RegExp(reference) })).toContainText('Awaiting transfer');

  const admin = await newPerson();
  await enterPanel(admin, app.admin, '/admin/deposits');
  await expect(admin.getByText('Login Successful')).toBeVisible();
  await admin.getByRole('link', { name: new RegExp(reference) }).click();
  await admin.getByRole('button', { name: /^Confirm/ }).click();
  const ask = admin.getByRole('dialog');
  await ask.getByRole('button', { name: 'Confirm deposit' }).click();
  await expect(ask.getByText('Enter the reference of the transfer.')).toBeVisible();
  await ask.getByLabel('Bank reference').fill('SEPA-2026-0001');
  await ask.getByRole('button', { name: 'Confirm deposit' }).click();
  await expect(ask).toBeHidden();
  await expect(admin.getByText('SEPA-2026-0001', { exact: true })).toBeVisible();
  await expect(admin.getByRole('button', { name: /^Confirm/ })).toBeHidden();

  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(reference) })).toContainText('Completed');
  await expect(figure(page, 'Remaining Balance')).toContainText('$250.00');
});

test('a dispute freezes the balance until the bank decides', async ({ app, page }) => {
  await arrive(page, app, 'weir_keeper');
  await visit(page, '/host/budget?add=funds');
  const funds = page.getByRole('dialog', { name: 'Add Funds' });
  await funds.getByRole('radio', { name: /simulated Stripe checkout/ }).check();
  await funds.getByLabel('Amount').fill('80');
  await funds.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Pay $80.00' }).waitFor();
  await page.getByRole('button', { name: 'Pay $80.00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Funds added.' })).toBeVisible();
  const reference = new URL(page.url()).searchParams.get('deposit')!;

  await app.atStripe({ do: 'dispute', reference });
  await visit(page, '/host/budget');
  await expect(page.getByText('Your balance is frozen.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Deposits' })).toContainText('In dispute');
  await expect(figure(page, 'Remaining Balance')).toContainText('$0.00');
  await app.atStripe({ do: 'close-dispute', reference, outcome: 'won' });
  await page.reload();
  await expect(page.getByText('Your balance is frozen.')).toBeHidden();
  await expect(figure(page, 'Remaining Balance')).toContainText('$80.00');
  expect((await app.reconcile()).ok).toBe(true);
});

test('the demo shows the Budget page with its deposits', async ({ page }) => {
  await enterDemo(page, 'host');
  await visit(page, '/host/budget');
  await expect(page.getByRole('table', { name: 'Deposits' })).toContainText('Test card');
});
