import { consent, enterDemo } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

/** The port is below those from which other stories choose. */
const PORT = '19472';
const address = `http://127.0.0.2:${PORT}`;

/** This demo is for strangers; its address on this machine differs from its simulator's. */
test.use({
  ownServer: 'elsewhere',
  environment: { HOST: '127.0.0.2', PORT, APP_URL: address, DEV_TOOLS: '0' },
});

test('a remote visitor connects an account, watches its post and pays, all at the demo’s own address', async ({
  page,
  newPerson,
}) => {
  const asked = new Set<string>();
  page.context().on('request', (request) => asked.add(new URL(request.url()).origin));
  await enterDemo(page, 'host');
  await visit(page, '/host/budget');
  await page.getByRole('button', { name: 'Add Funds' }).click();
  const funds = page.getByRole('dialog', { name: 'Add Funds' });
  await funds.getByRole('radio', { name: /simulated Stripe checkout/ }).check();
  await funds.getByLabel('Amount').fill('120');
  await funds.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Pay $120.00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Funds added.' })).toBeVisible();
  await visit(page, '/host/settings/accounts');
  await expect(page.getByText('Everyone shares this demo account,')).toBeVisible();
  await page.getByRole('button', { name: 'Connect Twitch' }).click();
  await consent(page, 'far_streamer');
  await expect(page.getByText('far_streamer')).toBeVisible();

  const clipper = await newPerson();
  clipper.context().on('request', (request) => asked.add(new URL(request.url()).origin));
  await enterDemo(clipper, 'clipper');
  await clipper.getByRole('button', { name: 'Demo tools' }).click();
  const tools = clipper.getByRole('dialog', { name: 'Demo tools' });
  await expect(tools.getByText(/You can reset it from|Reset the demo/).first()).toBeVisible();
  await tools.getByRole('button', { name: 'Close' }).click();
  await visit(clipper, '/clipper/submissions?status=approved');
  const rows = clipper.getByRole('table', { name: 'Your submissions' }).getByRole('row');
  await rows.nth(1).getByRole('link').first().click();
  const post = clipper.waitForEvent('popup');
  await clipper.getByRole('link', { name: /^Open post/ }).click();
  await expect((await post).getByText('This page simulates')).toBeVisible();
  expect([...asked]).toEqual([address]);
});
