import { arrive, handIn, offerListing } from './by-request.ts';
import { evening } from './growth.ts';
import { enterPanel, openView } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('an admin decides for a host who did not, and a ban freezes a payout until it is lifted', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await app.passWeeklyRun(79);
  await arrive(host, app, 'quiet_pier');
  const listingId = await offerListing(host, app, {
    title: 'Pier in the fog',
    rate: '2.00',
    budget: '300.00',
    funds: '300.00',
    channel: 'quietpier',
  });
  const clipper = await newPerson();
  await arrive(clipper, app, 'fog_cutter');
  const caption = 'Fog over the pier #ad';
  const url = await app.makePost({ platform: 'tiktok', handle: 'fogcutter', curve: evening(), caption });
  await handIn(clipper, app, { handle: 'fogcutter', listingId, url });
  await visit(clipper, '/clipper/settings/payouts');
  await clipper.getByLabel('Payment Email').fill('fog_cutter@paypal.example');
  await clipper.getByRole('button', { name: 'Save Payment Email' }).click();
  await expect(clipper.getByText('Payment Email saved')).toBeVisible();
  await app.advance('52h', '6h');

  const admin = await newPerson();
  await enterPanel(admin, app.admin);
  await expect(admin.getByText('Login Successful')).toBeVisible();
  await expect(admin.getByText('Welcome to the Admin Panel')).toBeVisible();
  await expect(admin.getByText(/for their hosts, \d+ for you/)).toBeVisible();
  await openView(admin, 'Submissions');
  await admin.getByRole('radio', { name: 'To decide' }).click();
  const review = admin.getByRole('link', { name: 'Review fog_cutter: Pier in the fog' });
  await review.click();
  const dialog = admin.getByRole('dialog');
  await expect(admin.getByText('The host did not decide in time')).toBeVisible();
  await expect(admin.getByText(`"${caption}"`)).toBeVisible();
  await admin.getByRole('button', { name: 'Reject clip' }).click();
  await dialog.getByLabel('Note').fill('Only to look');
  await dialog.getByRole('button', { name: 'Reject clip' }).click();
  await expect(dialog.getByText('Choose why the clip is rejected.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await admin.getByRole('button', { name: 'Approve clip' }).click();
  await dialog.getByLabel('Note').fill('It shows the pier');
  await dialog.getByRole('button', { name: 'Approve clip' }).click();
  await expect(admin.getByText('Clip approved')).toBeVisible();
  await openView(admin, 'Submissions');
  await admin.getByRole('radio', { name: 'To decide' }).click();
  await expect(review).toBeHidden();

  // The next step begins once the clip earns, because its earnings are held for 24 hours from then.
  await visit(clipper, '/clipper/earnings');
  await expect(clipper.getByRole('group', { name: 'Pending', exact: true })).toContainText('$30.00');
  await app.advance('26h', '6h');
  await visit(clipper, '/clipper/earnings');
  await clipper.getByRole('button', { name: 'Withdraw Funds' }).click();
  await clipper.getByRole('button', { name: 'Withdraw $30.00' }).click();
  await expect(clipper.getByText('Withdrawal requested')).toBeVisible();
  // The open page keeps polling and is refused during the ban.
  await clipper.close();

  // The person is searched for, because people of other stories are newer and a page shows twenty.
  const openPerson = async () => {
    await openView(admin, 'Users');
    await admin.getByRole('searchbox', { name: 'Search users' }).fill('fog_cutter');
    await admin
      .getByRole('row', { name: /fog_cutter/ })
      .getByRole('link', { name: 'fog_cutter' })
      .click();
  };
  await openPerson();
  await admin.getByRole('button', { name: 'Ban User @fog_cutter' }).click();
  await admin.getByLabel('Reason').fill('Several accounts');
  await dialog.getByRole('button', { name: 'Ban User' }).click();
  await expect(admin.getByText('User Banned')).toBeVisible();
  const payout = admin.getByRole('row', { name: /fog_cutter/ });
  await openView(admin, 'Payouts');
  await expect(payout.getByText('Frozen', { exact: true })).toBeVisible();
  const payoutPage = payout.getByRole('link', { name: 'Withdrawal of @fog_cutter' });
  await payoutPage.click();
  await expect(admin.getByRole('heading', { name: '$30.00 to @fog_cutter' })).toBeVisible();
  await expect(admin.getByRole('button', { name: /Pick up|Confirm/ })).toHaveCount(0);

  await openPerson();
  await admin.getByRole('button', { name: 'Unban User @fog_cutter' }).click();
  await admin.getByLabel('Reason').fill('A mistake');
  await dialog.getByRole('button', { name: 'Unban User' }).click();
  await expect(admin.getByText('Ban lifted')).toBeVisible();
  await openView(admin, 'Payouts');
  await payoutPage.click();
  await admin.getByRole('button', { name: /Pick up/ }).click();
  await expect(admin.getByText('Payout picked up')).toBeVisible();
  const reconciliation = await app.reconcile();
  expect(reconciliation.invariants.filter((invariant) => !invariant.ok)).toEqual([]);
});
