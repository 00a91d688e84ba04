import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';

// The story needs its own server, because a reset signs everybody out of the demo accounts.
test.use({ ownServer: 'demo reset' });

test('a demo login after a reset leads to the dashboard, not to a deleted page', async ({
  page,
  newPerson,
  complaints,
}) => {
  complaints.expect(/401|404|409/);
  await enterDemo(page, 'host');
  const { rows } = await (await page.request.get('/api/host/listings')).json();
  await page.goto(`/host/listings/${rows[0].id}/edit`);
  await expect(page.getByRole('button', { name: 'Save terms' })).toBeVisible();

  const other = await newPerson();
  await enterDemo(other, 'clipper');
  const headers = { 'sec-fetch-site': 'same-origin' };
  const reset = await other.request.post('/api/demo/reset', { data: {}, headers, timeout: 60_000 });
  expect(reset.ok()).toBe(true);

  // The open page detects that its session has ended.
  await page.getByRole('button', { name: 'Demo host' }).click();
  await expect(page).toHaveURL(/\/host\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});
