import type { Page } from '@playwright/test';
import { arrive, handIn, offerListing } from './by-request.ts';
import { evening } from './growth.ts';
import { enterPanel, figure, oldLogin, openView } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

async function setPaymentEmail(page: Page, email: string, password?: string) {
  await visit(page, '/clipper/settings/payouts');
  await page.getByLabel('Payment Email').fill(email);
  if (password) {
    const panel = page.locator('form', { has: page.getByLabel('Payment Email') });
    await panel.getByLabel('Password').fill(password);
  }
  await page.getByRole('button', { name: 'Save Payment Email' }).click();
  await expect(page.getByText('Payment Email saved')).toBeVisible();
}

/** Sets the first payment email and confirms the identity, because the last login is too long ago. */
async function setFirstPaymentEmail(page: Page, email: string, password: string) {
  await visit(page, '/clipper/settings/payouts');
  await oldLogin(page, { method: 'PUT', path: '/api/clipper/payout-address', times: 1 });
  await page.getByLabel('Payment Email').fill(email);
  await page.getByRole('button', { name: 'Save Payment Email' }).click();
  const prompt = page.getByRole('dialog', { name: 'Confirm it is you' });
  await prompt.getByLabel('Your password').fill(password);
  await prompt.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Payment Email saved')).toBeVisible();
}

/** Withdraws everything, $30.00, or this amount. */
async function withdraw(page: Page, dollars?: string) {
  await visit(page, '/clipper/earnings');
  await page.getByRole('button', { name: 'Withdraw Funds' }).click();
  if (dollars) await page.getByRole('dialog').getByLabel('Amount').fill(dollars);
  await page.getByRole('button', { name: `Withdraw $${dollars ?? '30.00'}` }).click();
  await expect(page.getByText('Withdrawal requested')).toBeVisible();
}

/** Opens the parts of a payout: the receipt of a clip, and the deposit that funded it. */
async function seeWhatItIsMadeOf(clipper: Page, admin: Page) {
  await clipper.getByRole('button', { name: 'Withdrawal of $12.00: what it is made of' }).click();
  const parts = clipper.getByRole('dialog', { name: 'What $12.00 is made of' });
  await expect(parts.getByRole('listitem')).toContainText('$12.00');
  await expect(parts.getByRole('link', { name: 'Export parts as CSV' })).toBeVisible();
  await parts.getByRole('link', { name: 'Payday at the pier' }).click();
  await expect(clipper.getByText(/^\$12\.00 on its way, payout/)).toBeVisible();

  // The page of the returned payout shows this.
  await expect(admin.getByText(/^Views .* Given back/)).toBeVisible();
  await openView(admin, 'Payouts');
  await admin.getByRole('link', { name: 'Withdrawal of @pay_cutter' }).first().click();
  await admin.getByRole('radio', { name: 'Deposits' }).click();
  await expect(admin.getByText(/card of @pay_harbour/i)).toBeVisible();
}

test('a payout fails at PayPal, the next is unclaimed and canceled, the corrected address is paid, and a returned payout leaves in parts', async ({
  app,
  page: host,
  newPerson,
  complaints,
}) => {
  test.setTimeout(480_000);
  complaints.expect(/403/);
  await app.passWeeklyRun(125);
  await arrive(host, app, 'pay_harbour');
  const listingId = await offerListing(host, app, {
    title: 'Payday at the pier',
    rate: '2.00',
    budget: '300.00',
    funds: '300.00',
    channel: 'payharbour',
  });
  const clipper = await newPerson();
  const { password } = await arrive(clipper, app, 'pay_cutter');
  const caption = 'Payday #ad';
  const url = await app.makePost({ platform: 'tiktok', handle: 'paycutter', curve: evening(), caption });
  await handIn(clipper, app, { handle: 'paycutter', listingId, url });
  await setFirstPaymentEmail(clipper, 'failed.cutter@paypal.example', password);
  await app.advance('46h', '6h');
  await visit(host, '/host/submissions');
  await host.getByRole('button', { name: /^Approve/ }).click();
  await app.advance('26h');

  await withdraw(clipper);
  await expect(figure(clipper, 'Available now')).toContainText('$0.00');
  await app.advance('20m');
  await clipper.reload();
  await expect(clipper.getByText(/The PayPal account is locked/)).toBeVisible();
  await expect(figure(clipper, 'Available now')).toContainText('$30.00');

  await setPaymentEmail(clipper, 'unclaimed.cutter@paypal.example', password);
  await app.advance('1441m', '6h');
  await withdraw(clipper);
  await app.advance('20m');
  await clipper.reload();
  await expect(clipper.getByText(/^Not claimed yet\. /)).toBeVisible();
  const admin = await newPerson();
  await enterPanel(admin, app.admin);
  await openView(admin, 'Payouts');
  await expect(
    admin.getByRole('row', { name: /pay_cutter/ }).getByText('Unclaimed', { exact: true }),
  ).toBeVisible();
  await clipper.getByRole('button', { name: 'Take back payout of $30.00' }).click();
  await clipper.getByRole('button', { name: 'Take it back' }).click();
  await expect(clipper.getByText('Payout taken back')).toBeVisible();
  await expect(figure(clipper, 'Available now')).toContainText('$30.00');

  await setPaymentEmail(clipper, 'cutter@paypal.example', password);
  await app.advance('1441m', '6h');
  await admin.getByRole('button', { name: 'Pause all payouts' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('A look at the books');
  await dialog.getByRole('button', { name: 'Pause all payouts' }).click();
  await expect(admin.getByText('Payouts are paused.')).toBeVisible();
  await withdraw(clipper);
  await expect(clipper.getByText(/Payouts are paused while we check something/)).toBeVisible();
  await app.advance('20m');
  await clipper.reload();
  await expect(clipper.getByRole('button', { name: 'Cancel payout of $30.00' })).toBeVisible();
  await admin.getByRole('button', { name: 'Resume payouts' }).click();
  await dialog.getByLabel('Reason').fill('All is well');
  await dialog.getByRole('button', { name: 'Resume payouts' }).click();
  await expect(admin.getByText('Payouts resumed')).toBeVisible();
  await app.advance('10m');
  await clipper.reload();
  await expect(clipper.getByRole('row', { name: /c•••@paypal.example/ })).toContainText(/Paid/i);
  await admin.getByRole('radio', { name: 'Batches' }).click();
  await expect(admin.getByText('All decided').first()).toBeVisible();

  await admin.getByRole('radio', { name: 'Finished' }).click();
  await admin.getByRole('link', { name: 'Withdrawal of @pay_cutter' }).first().click();
  await admin.getByRole('button', { name: 'Mark returned payout of @pay_cutter' }).click();
  await dialog.getByLabel('Reason').fill('The receiver sent it back');
  await dialog.getByRole('button', { name: 'Mark returned' }).click();
  await expect(admin.getByText('Payout returned')).toBeVisible();
  await clipper.reload();
  await expect(figure(clipper, 'Available now')).toContainText('Available to withdraw: $30.00');
  await expect(clipper.getByText(/Weekly payouts wait until you change your Payment Email/)).toBeVisible();
  await withdraw(clipper, '12.00');
  await expect(figure(clipper, 'Available now')).toContainText('$18.00');
  await withdraw(clipper, '18.00');
  await expect(figure(clipper, 'On its way')).toContainText('$30.00');
  await seeWhatItIsMadeOf(clipper, admin);
  const reconciliation = await app.reconcile();
  expect(reconciliation.invariants.filter((invariant) => !invariant.ok)).toEqual([]);
});
