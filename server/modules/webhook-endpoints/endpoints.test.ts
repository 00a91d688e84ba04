import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/infra/id.ts';
import { createActor } from '#server/testing/actor.ts';
import { noticesOf } from '#server/testing/notices.ts';
import { type WebhookWorld, webhookWorld } from '#server/testing/webhook-world.ts';
import { verified, type WebhookReceiver, webhookReceiver } from '#simulator/servers/webhook-receiver.ts';

let world: WebhookWorld;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await webhookWorld();
  receiver = await webhookReceiver();
});
afterEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

const URL_OUTSIDE = 'https://hooks.example.com/permille';

test('200: stores an endpoint, shows its secret once and seals it', async () => {
  const ana = await world.person('host');
  const made = await world.create(ana, URL_OUTSIDE, ['submission.submitted', 'submission.submitted']);
  expect(made).toMatchObject({ status: 200, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) });
  expect(await world.endpoints(ana)).toEqual([
    {
      id: made.id,
      url: URL_OUTSIDE,
      kinds: ['submission.submitted'],
      state: 'enabled',
      disabledReason: null,
      consecutiveFailures: 0,
      pausedUntil: null,
      previousSecretUntil: null,
      createdAt: world.clock.now().toISOString(),
    },
  ]);
  const kept = await world.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', made.id).execute();
  expect(JSON.stringify(kept)).not.toContain(made.secret.slice(6));
  const notices = await noticesOf(world.db, ana.userId);
  expect(notices).toMatchObject([
    { kind: 'webhook.added', link: '/host/settings/developers#webhooks', mail: 'waiting' },
  ]);
  expect(notices[0]!.body).toContain('hooks.example.com from now on');
  expect(notices[0]!.body).not.toContain('/permille');
});

test.each([
  ['http://hooks.example.com/', ['payout.paid'], 'must begin with https://'],
  ['https://169.254.169.254/latest', ['payout.paid'], 'must name a host on the public internet'],
  ['https://0x0a000001/', ['payout.paid'], 'must name a host on the public internet'],
  ['https://hooks.example.com:5432/', ['payout.paid'], 'must use port 443 or 8443'],
  ['https://hooks.example.com/', ['deposit.confirmed'], 'gets no events deposit.confirmed'],
])('400: refuses %s with %j and names the field', async (url, kinds, why) => {
  const refused = await world.create(await world.person('clipper'), url, kinds);
  expect(refused).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(refused.detail + JSON.stringify(refused.fields)).toContain(why);
});

test('400: an endpoint may choose only existing events, and a person without a role may have none', async () => {
  const tess = await world.person();
  for (const kinds of [[], ['notification.created'], ['submission.changed']])
    expect(await world.create(tess, URL_OUTSIDE, kinds)).toMatchObject({ status: 400 });
  for (const role of [null, 'admin'] as const)
    expect(await world.create(await createActor(world.db, { role }), URL_OUTSIDE)).toMatchObject({
      status: 400,
    });
});

test('409: accepts an address once, also from two simultaneous requests, and at most ten endpoints', async () => {
  const tess = await world.person();
  const both = await Promise.all([world.create(tess, URL_OUTSIDE), world.create(tess, URL_OUTSIDE)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)).toMatchObject({ code: 'webhook_endpoint_exists' });
  for (let n = 1; n < 10; n++)
    expect(await world.create(tess, `${URL_OUTSIDE}/${n}`)).toMatchObject({ status: 200 });
  expect(await world.create(tess, `${URL_OUTSIDE}/10`)).toMatchObject({ code: 'webhook_endpoints_full' });
  const [first] = await world.endpoints(tess);
  const taken = { url: `${URL_OUTSIDE}/3`, kinds: ['payout.paid'] };
  expect(await world.call(tess, 'PATCH', `webhook-endpoints/${first!.id}`, taken)).toMatchObject({
    status: 409,
  });
});

test('200: changes address and events by the rules for new endpoints', async () => {
  const tess = await world.person();
  const { id } = await world.create(tess, URL_OUTSIDE);
  const change = (url: string) =>
    world.call(tess, 'PATCH', `webhook-endpoints/${id}`, { url, kinds: ['payout.failed'] });
  expect(await change('https://10.0.0.1/')).toMatchObject({ status: 400 });
  expect(await world.endpoints(tess)).toMatchObject([{ url: URL_OUTSIDE, kinds: ['payout.paid'] }]);
  expect(await change('https://hooks.example.com/new')).toMatchObject({ status: 200 });
  expect(await world.endpoints(tess)).toMatchObject([
    { url: 'https://hooks.example.com/new', kinds: ['payout.failed'] },
  ]);
});

test('signs with the new secret and the previous one for a day, and only with the new one after that', async () => {
  const tess = await world.person();
  const { id, secret: old } = await world.create(tess, receiver.url);
  const rotated = await world.call(tess, 'POST', `webhook-endpoints/${id}/secret`);
  expect(rotated.secret).not.toBe(old);
  const until = world.clock.now().getTime() + 24 * 3_600_000;
  expect(new Date(rotated.previousSecretUntil).getTime()).toBe(until);
  await world.happens('payout.paid', tess);
  await world.tick();
  for (const secret of [old, rotated.secret])
    expect(verified(secret, receiver.received[0]!)).toMatchObject({ type: 'payout.paid' });
  world.clock.advance(24 * 3_600_000);
  await world.happens('payout.paid', tess);
  await world.tick();
  expect(() => verified(old, receiver.received[1]!)).toThrow('No matching signature found');
  expect(verified(rotated.secret, receiver.received[1]!)).toMatchObject({ type: 'payout.paid' });
  expect(await world.endpoints(tess)).toMatchObject([{ previousSecretUntil: null }]);
});

test('writes and sends nothing while off; once on again, sends what waited and what happens from then on', async () => {
  const tess = await world.person();
  const { id, secret } = await world.create(tess, receiver.url);
  receiver.answersWith(500);
  await world.happens('payout.paid', tess);
  await world.tick();
  receiver.answersWith(204);
  expect(await world.call(tess, 'POST', `webhook-endpoints/${id}/disable`)).toMatchObject({ status: 200 });
  world.clock.advance(3_600_000);
  await world.happens('payout.paid', tess);
  await world.tick();
  expect(receiver.received).toHaveLength(1);
  expect(await world.endpoints(tess)).toMatchObject([{ state: 'disabled', disabledReason: 'owner' }]);
  const [waiting] = await world.log(tess, id);
  for (const path of [`webhook-endpoints/${id}/test`, `webhook-deliveries/${waiting!.id}/replay`])
    expect(await world.call(tess, 'POST', path)).toMatchObject({ status: 409, code: 'webhook_endpoint_off' });

  expect(await world.call(tess, 'POST', `webhook-endpoints/${id}/enable`)).toMatchObject({ status: 200 });
  await world.happens('payout.paid', tess);
  await world.tick();
  const [first, second, third] = receiver.received;
  expect(receiver.received).toHaveLength(3);
  expect(second!.id).toBe(first!.id);
  expect(verified(secret, third!)).toMatchObject({ type: 'payout.paid' });
});

test("exports an endpoint's log: what was sent, the answer, and the message itself", async () => {
  const tess = await world.person();
  const { id } = await world.create(tess, receiver.url);
  for (let n = 0; n < 3; n++) await world.happens('payout.paid', tess);
  await world.tick();
  const [header, ...lines] = await world.logFile(tess, id);
  expect(header).toMatch(/^\uFEFFCreated,Event,State,Attempts,/);
  const log = await world.log(tess, id);
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(log.map(({ eventId }) => eventId));
  expect(lines[0]).toContain(',payout.paid,delivered,1,');
  expect(lines[0]).toContain(log[0]!.payload!.replaceAll('"', '""'));
});

test('removes an endpoint with its log', async () => {
  const tess = await world.person();
  const { id } = await world.create(tess, receiver.url);
  await world.happens('payout.paid', tess);
  await world.tick();
  expect(await world.call(tess, 'DELETE', `webhook-endpoints/${id}`)).toMatchObject({ status: 200 });
  expect(await world.endpoints(tess)).toEqual([]);
  expect(await world.call(tess, 'GET', `webhook-endpoints/${id}/deliveries`)).toMatchObject({ status: 404 });
});

test('404: other people get the answer for an endpoint and a delivery that do not exist', async () => {
  const [tess, eve] = [await world.person(), await world.person()];
  const { id } = await world.create(tess, receiver.url);
  await world.happens('payout.paid', tess);
  await world.tick();
  const [delivery] = await world.log(tess, id);
  const change = { url: URL_OUTSIDE, kinds: ['payout.paid'] };
  const calls = (endpointId: string, deliveryId: string) =>
    [
      ['PATCH', `webhook-endpoints/${endpointId}`, change],
      ['PATCH', `webhook-endpoints/${endpointId}`, { ...change, url: 'https://10.0.0.1/' }],
      ['DELETE', `webhook-endpoints/${endpointId}`],
      ['POST', `webhook-endpoints/${endpointId}/secret`],
      ['POST', `webhook-endpoints/${endpointId}/enable`],
      ['POST', `webhook-endpoints/${endpointId}/disable`],
      ['POST', `webhook-endpoints/${endpointId}/test`],
      ['GET', `webhook-endpoints/${endpointId}/deliveries`],
      ['GET', `webhook-endpoints/${endpointId}/deliveries.csv`],
      ['POST', `webhook-deliveries/${deliveryId}/replay`],
    ] as const;
  const unknown = calls(newId(), newId());
  for (const [index, [method, path, body]] of calls(id, delivery!.id).entries()) {
    const theirs = await world.call(eve, method, path, body);
    expect(theirs).toMatchObject({ status: 404 });
    expect(theirs).toEqual(await world.call(eve, method, unknown[index]![1], body));
  }
  expect(await world.endpoints(tess)).toMatchObject([{ url: receiver.url, state: 'enabled' }]);
  expect(await world.endpoints(eve)).toEqual([]);
});
