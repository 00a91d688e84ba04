import { arrive, handIn, offerListing } from './by-request.ts';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('a rejected clip is discussed, fixed and resubmitted once', async ({
  app,
  page: host,
  newPerson,
  complaints,
}) => {
  test.setTimeout(480_000);
  const title = 'Night train, from the cab';
  await arrive(host, app, 'cab_view');
  const listingId = await offerListing(host, app, {
    title,
    rate: '2.00',
    budget: '100',
    funds: '100',
    channel: 'cabview',
  });
  const url = await app.makePost({ platform: 'tiktok', handle: 'rail_cuts', caption: 'Night train #ad' });
  const clipper = await newPerson();
  await arrive(clipper, app, 'rail_cuts');
  await handIn(clipper, app, { handle: 'rail_cuts', listingId, url });

  await visit(host, '/host/submissions');
  const open = host.getByRole('button', { name: /^Messages with @rail_cuts/ });
  await open.click();
  const toClipper = host.getByLabel('Message to @rail_cuts');
  await host.getByRole('button', { name: 'Send message' }).click();
  await expect(host.getByText('Write a message first.')).toBeVisible();
  await toClipper.fill('The label in the video is missing.');
  await host.reload();
  await open.click();
  await expect(toClipper).toHaveValue('The label in the video is missing.');
  complaints.expect(/ERR_FAILED/);
  await host.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await toClipper.press('Control+Enter');
  await expect(host.getByText('The server could not be reached.')).toBeVisible();
  await expect(toClipper).toHaveValue('The label in the video is missing.');
  await host.unroute('**/messages');
  await toClipper.press('Control+Enter');
  await expect(host.getByRole('list', { name: 'Messages' })).toContainText(
    'The label in the video is missing.',
  );
  await expect(toClipper).toHaveValue('');
  await expect(host.getByRole('region', { name: 'How the views grew' })).toHaveCount(1);

  await host.getByRole('button', { name: 'Reject' }).click();
  const dialog = host.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Missing disclosure' }).check();
  await dialog.getByRole('button', { name: 'Reject clip' }).click();
  await expect(host.getByText('Nothing to decide')).toBeVisible();
  await app.advance('1m');

  await visit(clipper, '/clipper/dashboard');
  await clipper.getByRole('button', { name: /^Notifications/ }).click();
  await clipper.getByRole('link', { name: /New message/ }).click();
  await expect(clipper.getByText('The label in the video is missing.')).toBeInViewport();
  await clipper.getByLabel('Message to @cab_view').fill('Fixed, and sorry.');
  await clipper.getByRole('button', { name: 'Send message' }).click();
  await expect(clipper.getByLabel('Message to @cab_view')).toHaveValue('');

  await visit(clipper, '/clipper/submissions');
  await expect(clipper.getByText('Can be fixed and resubmitted once')).toBeVisible();
  await clipper.getByRole('link', { name: title }).click();
  await expect(clipper.getByText('Edit the caption of your post')).toBeVisible();
  await clipper.getByRole('link', { name: 'Fix and resubmit' }).click();
  await expect(clipper.getByLabel('Select Listing')).toHaveValue(title);
  await expect(clipper.getByLabel('Clip URL')).toHaveValue(/tiktok\.com\/@rail_cuts/);
  await clipper.getByLabel('Reported Views').fill('12');
  await clipper.getByRole('button', { name: 'Submit Clip' }).click();
  await expect(clipper.getByText('Clip Submitted!')).toBeVisible();

  await visit(host, '/host/submissions?view=all');
  await host.getByRole('link', { name: 'Open the clip of @rail_cuts, 1 new message' }).click();
  await expect(host.getByText('Fixed, and sorry.')).toBeVisible();
  await visit(host, '/host/submissions');
  await expect(host.getByText('Fixed and resubmitted.')).toBeVisible();

  const admin = await newPerson();
  await enter(admin, 'admin');
  await visit(admin, '/admin/submissions?search=rail_cuts');
  await admin
    .getByRole('link', { name: /^Review rail_cuts/ })
    .last()
    .click();
  await admin.getByRole('button', { name: 'Read messages' }).click();
  await expect(
    admin.getByRole('list', { name: 'Messages between host and clipper' }).getByRole('listitem'),
  ).toHaveText([/The label in the video is missing/, /Fixed, and sorry/]);
});
