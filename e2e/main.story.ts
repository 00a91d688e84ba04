import { arrive, handIn, offerListing } from './by-request.ts';
import { evening } from './growth.ts';
import { enterPanel, figure, join, openView, postListing, submitPost } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

/** 900 honest views, then 40,000 within an hour without a like. */
const bought = [
  { hours: 0, views: 0, likes: 0, comments: 0 },
  { hours: 10, views: 900, likes: 55, comments: 4 },
  { hours: 11, views: 41_000, likes: 57, comments: 4 },
  { hours: 48, views: 41_600, likes: 70, comments: 5 },
];

test('a host funds, a clipper submits, views are verified, approved, earned and paid out to the cent', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await app.passWeeklyRun(73);
  await join(host, app, 'Host', 'harbour_cam');
  await postListing(host, {
    title: 'Harbour at night',
    rate: '2.00',
    budget: '300.00',
    funds: '500.00',
    channel: 'harbourcam',
  });
  await visit(host, '/host/listings');
  await expect(host.getByText('$300.00').first()).toBeVisible();

  const clipper = await newPerson();
  await join(clipper, app, 'Clipper', 'night_cutter');
  const url = await app.makePost({
    platform: 'tiktok',
    handle: 'nightcutter',
    curve: evening(),
    caption: 'Ships at night #ad',
  });
  await submitPost(clipper, { handle: 'nightcutter', listing: 'Harbour at night', url });
  await visit(clipper, '/clipper/settings/payouts');
  await clipper.getByLabel('Payment Email').fill('night_cutter@paypal.example');
  await clipper.getByRole('button', { name: 'Save Payment Email' }).click();
  await expect(clipper.getByText('Payment Email saved')).toBeVisible();
  await app.advance('46h');

  // Nobody reloads this page: other people's acts update its figures.
  await visit(clipper, '/clipper/earnings');
  await expect(figure(clipper, 'Pending')).toContainText('$0.00');
  await visit(host, '/host/submissions');
  await expect(host.getByText('15,000').first()).toBeVisible();
  await host.getByRole('button', { name: /^Approve/ }).click();
  await app.advance('1m');
  await expect(figure(clipper, 'Pending')).toContainText('$30.00');
  await expect(figure(clipper, 'Available now')).toContainText('$0.00');

  await app.advance('25h', '6h');
  await expect(figure(clipper, 'Available now')).toContainText('$30.00');
  await clipper.getByRole('button', { name: 'Withdraw Funds' }).click();
  await clipper.getByRole('button', { name: 'Withdraw $30.00' }).click();
  await expect(clipper.getByText('Withdrawal requested')).toBeVisible();

  const admin = await newPerson();
  await enterPanel(admin, app.admin);
  await expect(admin.getByText('Welcome to the Admin Panel')).toBeVisible();
  await openView(admin, 'Payouts');
  await admin.getByRole('link', { name: 'Withdrawal of @night_cutter' }).click();
  await admin.getByRole('button', { name: /Pick up/ }).click();
  await admin.getByRole('button', { name: /Mark paid/ }).click();
  await admin.getByLabel('Reference').fill('PP-7788');
  await admin.getByRole('dialog').getByRole('button', { name: 'Mark paid' }).click();
  await expect(admin.getByText('Payout paid')).toBeVisible();

  await expect(clipper.getByText('PP-7788')).toBeVisible();
  await visit(host, '/host/budget');
  await expect(figure(host, 'Spent Amount')).toContainText('$30.00');
  await expect(figure(host, 'Remaining Balance')).toContainText('$200.00');
  await visit(clipper, '/clipper/submissions');
  await expect(clipper.getByRole('row', { name: /Harbour at night/ })).toContainText('$30.00');
  const reconciliation = await app.reconcile();
  expect(reconciliation.invariants.filter((invariant) => !invariant.ok)).toEqual([]);
});

test('bought views are held, explained to both sides, and never paid', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await arrive(host, app, 'tide_watch');
  const listingId = await offerListing(host, app, {
    title: 'Tide tables',
    rate: '2.00',
    budget: '300.00',
    funds: '300.00',
    channel: 'tidewatch',
  });
  const clipper = await newPerson();
  await arrive(clipper, app, 'quick_tide');
  const url = await app.makePost({
    platform: 'tiktok',
    handle: 'quicktide',
    curve: bought,
    caption: 'High tide #ad',
  });
  await handIn(clipper, app, { handle: 'quicktide', listingId, url });
  await app.advance('8h', '6h');
  await visit(host, '/host/submissions');
  await host.getByRole('button', { name: /^Approve/ }).click();
  await app.advance('40h', '6h');

  await visit(clipper, '/clipper/submissions');
  await expect(clipper.getByRole('row', { name: /Tide tables/ })).toContainText(
    'A reviewer decides on the held views',
  );
  const admin = await newPerson();
  await enterPanel(admin, app.admin);
  await openView(admin, 'Submissions');
  await expect(admin.getByRole('row', { name: /quick_tide/ })).toContainText(/hold/i);

  await visit(clipper, '/clipper/earnings');
  await expect(figure(clipper, 'Available now')).toContainText('$0.00');
  const reconciliation = await app.reconcile();
  expect(reconciliation.invariants.filter((invariant) => !invariant.ok)).toEqual([]);
});
