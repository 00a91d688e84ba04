import { arrive, offerListing } from './by-request.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

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
  await expect(invite.getByText('Check the username: no clipper has it.')).toBeVisible();
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

  await visit(host, '/host/settings/privacy');
  await host.getByRole('button', { name: 'Unblock @frost_cuts' }).click();
  await expect(host.getByText('Clipper unblocked')).toBeVisible();
  await clipper.getByRole('button', { name: 'Check again' }).click();
  await expect(clipper.getByText('This host doesn’t accept clips from you.')).toBeHidden();
});
