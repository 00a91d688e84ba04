import { arrive, handIn, offerListing } from './by-request.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test("one person's acts reach the open pages of others, without moving what they read", async ({
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
  await visit(clipper, `/clips/${id}`);
  await expect(clipper.getByText('Pending', { exact: true }).first()).toBeVisible();
  await visit(host, '/host/submissions?view=all');
  const rows = host.getByRole('table', { name: 'All submissions' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('@dock_cuts');

  // A new row waits above the list until its button is pressed.
  await submit('buoy_cuts', 'buoycuts');
  const fresh = host.getByRole('button', { name: '1 new' });
  await expect(fresh).toBeVisible();
  await expect(rows.nth(1)).toContainText('@dock_cuts');
  await fresh.click();
  await expect(rows.nth(1)).toContainText('@buoy_cuts');

  // A decision updates the clipper's page.
  await rows.nth(2).getByRole('button', { name: 'Approve' }).click();
  await app.advance('1m');
  await expect(clipper.getByText('Approved', { exact: true }).first()).toBeVisible();
});

test('a page that the server refuses for now says so, keeps what is typed, waits, and works again', async ({
  app,
  page: host,
  newPerson,
  complaints,
}) => {
  complaints.expect(/429/);
  await arrive(host, app, 'lamp_light');
  const listingId = await offerListing(host, app, {
    ...{ title: 'Lamp lights', rate: '2.00', budget: '100', funds: '100', channel: 'lamplight' },
  });
  await visit(host, '/host/submissions?view=all');
  await expect(host.getByText('No submissions yet')).toBeVisible();
  let asked = 0;
  const problem = { type: 'about:blank', code: 'too_many_requests', status: 429, title: 'Too many tries' };
  await host.route(/\/api\/host\/submissions\?/, (route) => {
    asked += 1;
    return route.fulfill({
      ...{ status: 429, contentType: 'application/problem+json', headers: { 'retry-after': '5' } },
      body: JSON.stringify({ ...problem, detail: 'Wait a little and try again.' }),
    });
  });
  await host.getByRole('searchbox').fill('lamp_cuts');
  const clipper = await newPerson();
  await arrive(clipper, app, 'lamp_cuts');
  const url = await app.makePost({ platform: 'tiktok', handle: 'lampcuts', caption: 'Lamp lights #ad' });
  await handIn(clipper, app, { handle: 'lampcuts', listingId, url });
  await expect(host.getByRole('status').getByText('Wait up to 5 seconds')).toBeVisible();
  expect(asked).toBeLessThan(4);
  await host.unroute(/\/api\/host\/submissions\?/);
  await expect(host.getByRole('table', { name: 'All submissions' })).toContainText('@lamp_cuts');
  await expect(host.getByRole('status').getByText('Wait up to 5 seconds')).toBeHidden();
  await expect(host.getByRole('searchbox')).toHaveValue('lamp_cuts');
});
