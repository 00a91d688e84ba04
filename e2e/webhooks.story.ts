import { verified, type WebhookReceiver, webhookReceiver } from '../simulator/servers/webhook-receiver.ts';
import { arrive, offerListing } from './by-request.ts';
import { layoutFaults, readerFaults } from './faults.ts';
import { expect, test } from './story.ts';

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await webhookReceiver();
});
test.afterEach(() => receiver.close());

const kindsOf = (secret: string) => receiver.received.map((message) => verified(secret, message).type);

test('a host has events sent to a server that fails first, verifies them with the library, and reads the log', async ({
  page,
  app,
  newPerson,
  complaints,
}) => {
  test.setTimeout(120_000);
  complaints.expect(/400|409/);
  await arrive(page, app, 'hooked_host');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/host/settings/developers#webhooks');
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await expect(webhooks.getByText('You have no endpoint yet.')).toBeVisible();

  await webhooks.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  const add = form.getByRole('button', { name: 'Add endpoint' });
  await add.click();
  await expect(form.getByText('Enter the address of your server.')).toBeVisible();
  await expect(form.getByLabel('Address')).toBeFocused();
  await expect(form.getByText('Choose at least one event.')).toBeVisible();
  await form.getByLabel('Address').fill('https://169.254.169.254/latest');
  await add.click();
  await expect(form.getByRole('group', { name: 'Events' })).toBeFocused();
  await form.getByRole('checkbox', { name: 'listing.posted' }).check();
  await form.getByRole('checkbox', { name: 'deposit.confirmed' }).check();
  await add.click();
  await expect(form.getByText('must name a host on the public internet')).toBeVisible();
  await expect(form.getByText('Choose at least one event.')).toBeHidden();
  expect(await layoutFaults(page)).toEqual([]);
  expect(await readerFaults(page, 'all')).toEqual([]);
  await form.getByLabel('Address').fill(receiver.url);
  await add.click();
  const made = page.getByRole('dialog', { name: 'Endpoint added' });
  const secret = await made.getByLabel('Signing secret').inputValue();
  expect(await layoutFaults(page)).toEqual([]);
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(webhooks.getByRole('button', { name: 'Add endpoint' })).toBeFocused();
  await expect(webhooks.getByText('On', { exact: true })).toBeVisible();

  receiver.answersWith(500, {}, 'not now');
  const listing = { title: 'Harbor lights', rate: '2.00', budget: '60', funds: '60', channel: 'hooked' };
  const other = await newPerson();
  await arrive(other, app, 'other_hooked');
  await other.request.post('/api/webhook-endpoints', {
    headers: { origin: app.baseUrl },
    data: { url: `${receiver.url}/other`, kinds: ['listing.posted', 'deposit.confirmed'] },
  });
  const listingId = await offerListing(page, app, listing);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await page.reload();
  await expect(webhooks.getByText('Failing', { exact: true })).toBeVisible();
  receiver.answersWith(200, {}, 'thank you');
  receiver.received.length = 0;
  await app.advance('10m');
  await expect
    .poll(() => [...new Set(kindsOf(secret))].sort())
    .toEqual(['deposit.confirmed', 'listing.posted']);
  const posted = receiver.received
    .map((message) => verified(secret, message))
    .find(({ type }) => type === 'listing.posted');
  expect(posted).toMatchObject({
    data: { subjectId: listingId, listingId, url: `${app.baseUrl}/listings/${listingId}` },
  });
  expect(receiver.paths).not.toContain('/hook/other');

  await page.reload();
  await webhooks.getByRole('button', { name: `Log of ${receiver.url}` }).click();
  const log = page.getByRole('dialog', { name: 'Log' });
  const message = log.getByRole('listitem').filter({ hasText: 'listing.posted' });
  await expect(message.getByText('Delivered')).toBeVisible();
  await message.getByText('Message and answer').click();
  await expect(message.getByText('thank you')).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  expect(await readerFaults(page, 'all')).toEqual([]);
  receiver.received.length = 0;
  await message.getByRole('button', { name: 'Send listing.posted again' }).click();
  await expect.poll(() => kindsOf(secret)).toEqual(['listing.posted']);
});

test('a clipper tests an endpoint, makes a new secret, turns it off and on, and removes it', async ({
  page,
  app,
}) => {
  await arrive(page, app, 'hooked_clipper');
  await page.goto('/clipper/settings/developers');
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByRole('button', { name: 'Choose all' }).click();
  await form.getByRole('checkbox', { name: 'payout.paid' }).uncheck();
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const made = page.getByRole('dialog', { name: 'Endpoint added' });
  const secret = await made.getByLabel('Signing secret').inputValue();
  await made.getByRole('button', { name: 'Done' }).click();

  const choose = async (item: string) => {
    await webhooks.getByRole('button', { name: `More for ${receiver.url}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Send test');
  const log = page.getByRole('dialog', { name: 'Log' });
  await expect(log.getByText('Delivered')).toBeVisible();
  expect(kindsOf(secret)).toEqual(['webhook.test']);
  await log.getByRole('button', { name: 'Done' }).click();

  await choose('New secret');
  const renewed = page.getByRole('dialog', { name: 'New secret' });
  const next = await renewed.getByLabel('Signing secret').inputValue();
  await renewed.getByRole('button', { name: 'Done' }).click();
  await expect(webhooks.getByText('Messages are also signed with the previous secret until')).toBeVisible();
  await choose('Send test');
  await expect.poll(() => receiver.received.length).toBe(2);
  for (const valid of [secret, next])
    expect(verified(valid, receiver.received[1]!).type).toBe('webhook.test');
  await log.getByRole('button', { name: 'Done' }).click();

  await choose('Turn off');
  await expect(webhooks.getByText('You turned it off.')).toBeVisible();
  await choose('Turn on');
  await expect(webhooks.getByText('On', { exact: true })).toBeVisible();
  await choose('Edit');
  const edit = page.getByRole('dialog', { name: 'Edit endpoint' });
  await expect(edit.getByRole('checkbox', { name: 'payout.paid' })).not.toBeChecked();
  await edit.getByRole('checkbox', { name: 'payout.paid' }).check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('It counts from the next event on.')).toBeVisible();
  await choose('Remove');
  const sure = page.getByRole('alertdialog', { name: 'Remove this endpoint?' });
  await sure.getByRole('button', { name: 'Remove' }).click();
  await expect(webhooks.getByText('You have no endpoint yet.')).toBeVisible();
});

test('everything acknowledged before the server was killed is delivered, and nothing else', async ({
  page,
  app,
}) => {
  test.setTimeout(480_000);
  await arrive(page, app, 'other_hooked');
  const headers = { origin: app.baseUrl };
  const offer = { title: 'Killed at night', rate: '2.00', budget: '60', funds: '60', channel: 'killed' };
  const listingId = await offerListing(page, app, offer);
  const kinds = ['listing.paused', 'listing.resumed'];
  const made = await page.request.post('/api/webhook-endpoints', {
    headers,
    data: { url: receiver.url, kinds },
  });
  const { secret } = await made.json();
  receiver.answers((count, reply) => void reply.writeHead(count % 3 === 0 ? 500 : 204).end());
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    for (const act of ['pause', 'resume', 'pause', 'resume', 'pause', 'resume']) {
      const reply = await page.request.post(`/api/listings/${listingId}/${act}`, { headers });
      expect(reply.ok()).toBe(true);
      acknowledged.push(`listing.${act}d`);
    }
    await app.crashAndRestart();
  }
  const taken = () => {
    const kindById = new Map(
      receiver.received.map((message) => [message.id, verified(secret, message).type]),
    );
    return [...kindById.values()].sort();
  };
  await expect
    .poll(
      async () => {
        await app.advance('10m');
        return taken();
      },
      { timeout: 60_000 },
    )
    .toEqual(acknowledged.sort());
});
