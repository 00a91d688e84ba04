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

test('a host invites a clipper once, blocks them and lifts the block', async ({
  app,
  page: host,
  newPerson,
  complaints,
}) => {
  complaints.expect(/4(09|22) .*invitations/);
  test.setTimeout(480_000);
  const title = 'Ice fishing, live';
  await arrive(host, app, 'ice_hole');
  await offerListing(host, app, {
    title,
    rate: '1.00',
    budget: '50',
    funds: '50',
    channel: 'icehole',
  });
  const clipper = await newPerson();
  await arrive(clipper, app, 'frost_cuts');

  await visit(host, '/host/listings');
  await host.getByRole('button', { name: `More for ${title}` }).click();
  await host.getByRole('menuitem', { name: 'Invite a clipper' }).click();
  const invite = host.getByRole('dialog', { name: 'Invite a clipper' });
  await invite.getByLabel('Username').fill('frost_cut');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(invite.getByText('No clipper has this username.')).toBeVisible();
  await invite.getByLabel('Username').fill('@Frost_Cuts');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(invite).toBeHidden();
  await expect(host.getByText('Invitation sent')).toBeVisible();

  await visit(clipper, '/clipper/dashboard');
  await clipper.getByRole('button', { name: /^Notifications/ }).click();
  await clipper.getByRole('link', { name: /@ice_hole invites you to clip/ }).click();
  await expect(clipper.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await host.goto('/@frost_cuts');
  await host.getByRole('button', { name: 'Invite @frost_cuts' }).click();
  const again = host.getByRole('dialog', { name: 'Invite @frost_cuts' });
  await again.getByLabel('Listing').selectOption(title);
  await again.getByRole('button', { name: 'Send invitation' }).click();
  await expect(again.getByText('This clipper was already invited to the listing.')).toBeVisible();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await host.getByRole('button', { name: 'Block @frost_cuts' }).click();
  await host.getByRole('alertdialog').getByRole('button', { name: 'Block clipper' }).click();
  await expect(host.getByText('Clipper blocked')).toBeVisible();

  const url = await app.makePost({ platform: 'tiktok', handle: 'frost_cuts', caption: 'Ice #ad' });
  await clipper.goto(clipper.url().replace('/listings/', '/clipper/submit?listing='));
  await clipper.getByLabel('Clip URL').fill(url);
  await expect(
    clipper.getByRole('list', { name: 'Checks' }).getByText('This host doesn’t accept clips from you.'),
  ).toBeVisible();

  await visit(host, '/host/settings');
  await host.getByRole('button', { name: 'Unblock @frost_cuts' }).click();
  await expect(host.getByText('Clipper unblocked')).toBeVisible();
  await clipper.getByRole('button', { name: 'Check again' }).click();
  await expect(clipper.getByText('This host doesn’t accept clips from you.')).toBeHidden();
});

test('a rights holder requests a takedown, and an admin records the result', async ({
  page,
  newPerson,
  complaints,
}) => {
  complaints.expect(/400 .*takedowns/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Takedown request' }).click();
  const send = page.getByRole('button', { name: 'Send Request' });
  await send.click();
  await expect(page.getByText('Missing Information')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Noa Lind');
  await page.getByLabel('Email').fill('noa@studio.example');
  await page.getByLabel('Clip or source').fill('tiktok.com/somewhere');
  await page.getByLabel('Your work').fill('My film "Harbor", of May 2024.');
  await page.getByRole('checkbox', { name: /good faith/ }).check();
  await page.getByRole('checkbox', { name: /accurate/ }).check();
  await page.getByLabel('Signature').fill('Noa Lind');
  await send.click();
  await expect(page.getByText(/a web address that begins with https/).first()).toBeVisible();
  await expect(page.getByLabel('Your work')).toHaveValue('My film "Harbor", of May 2024.');
  await page.getByLabel('Clip or source').fill('https://www.tiktok.com/@someone/video/7311111111111111111');
  await send.click();
  await expect(page.getByText('Request Sent!')).toBeVisible();

  const admin = await newPerson();
  await enter(admin, 'admin');
  await visit(admin, '/admin/takedowns');
  await admin.getByRole('button', { name: 'Open the request of Noa Lind' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Takedown request' });
  await dialog.getByRole('button', { name: 'Mark handled' }).click();
  await expect(dialog.getByText('Enter what was done.')).toBeVisible();
  await dialog.getByLabel('What was done').fill('The listing was removed.');
  await dialog.getByRole('button', { name: 'Mark handled' }).click();
  await expect(admin.getByText('No open takedown requests')).toBeVisible();
  await admin.getByRole('radio', { name: 'Handled' }).click();
  await admin.getByRole('button', { name: 'Open the request of Noa Lind' }).click();
  await expect(admin.getByText('The listing was removed.')).toBeVisible();
});
