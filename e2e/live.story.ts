import { arrive, handIn, offerListing } from './by-request.ts';
import { expect, test } from './story.ts';

test('what one person does reaches the open pages of others, without moving what they read', async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(240_000);
  await arrive(host, app, 'dock_light');
  const listingId = await offerListing(host, app, {
    title: 'Dock lights',
    rate: '2.00',
    budget: '100',
    funds: '100',
    channel: 'docklight',
  });
  const submit = async (username: 'dock_cuts' | 'buoy_cuts', handle: string) => {
    const clipper = await newPerson();
    await arrive(clipper, app, username);
    const url = await app.makePost({ platform: 'tiktok', handle, caption: 'Dock lights #ad' });
    return { clipper, id: await handIn(clipper, app, { handle, listingId, url }) };
  };
  const { clipper, id } = await submit('dock_cuts', 'dockcuts');
  await clipper.goto(`/clips/${id}`);
  await expect(clipper.getByText('Pending', { exact: true }).first()).toBeVisible();
  await host.goto('/host/submissions?view=all');
  const rows = host.getByRole('table', { name: 'All submissions' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('@dock_cuts');

  // A new row waits above until it is asked for.
  await submit('buoy_cuts', 'buoycuts');
  const fresh = host.getByRole('button', { name: '1 new' });
  await expect(fresh).toBeVisible();
  await expect(rows.nth(1)).toContainText('@dock_cuts');
  await fresh.click();
  await expect(rows.nth(1)).toContainText('@buoy_cuts');

  // A decision moves the page of the clipper.
  await rows.nth(2).getByRole('button', { name: 'Approve' }).click();
  await app.advance('1m');
  await expect(clipper.getByText('Approved', { exact: true }).first()).toBeVisible();
});
