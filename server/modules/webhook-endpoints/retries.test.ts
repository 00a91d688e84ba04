import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { after, DAY, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import type { TestActor } from '#server/testing/actor.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { noticesOf } from '#server/testing/notices.ts';
import { type WebhookWorld, webhookWorld } from '#server/testing/webhook-world.ts';
import { verified, type WebhookReceiver, webhookReceiver } from '#simulator/webhook-receiver.ts';
import { retryAfterMs } from './rules.ts';

let world: WebhookWorld;
let receiver: WebhookReceiver;
let tess: TestActor;
let endpoint: { id: string; secret: string };
beforeAll(async () => {
  world = await webhookWorld();
});
beforeEach(async () => {
  receiver = await webhookReceiver();
  tess = await world.person();
  endpoint = await world.create(tess, receiver.url);
});
afterEach(async () => {
  receiver.close();
  await world.db.deleteFrom('webhook_endpoints').execute();
});
afterAll(() => world.close());

const state = async () => (await world.endpoints(tess))[0]!;
const notices = async () =>
  (await noticesOf(world.db, tess.userId))
    .filter(({ kind }) => kind !== 'webhook.added')
    .map(({ kind, link, mail }) => `${kind} ${link} ${mail}`);

test('ten attempts are made over three days, under one id, each later by chance than the table says', async () => {
  receiver.answersWith(500, {}, 'no\0\ud800');
  await world.happens('payout.paid', tess);
  const begun = world.clock.now();
  await world.tick();
  await world.rounds(20);
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  for (const message of receiver.received) verified(endpoint.secret, message);
  const tookMs = world.clock.now().getTime() - begun.getTime();
  expect(tookMs).toBeGreaterThan(3 * DAY);
  expect(tookMs).toBeLessThan(4 * DAY);
  expect(await world.log(tess, endpoint.id)).toMatchObject([
    { state: 'failed', attempts: 10, lastStatus: 500, lastError: 'The receiver did not accept it.' },
  ]);
  const table = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ];
  expect(table.map((_, index) => retryAfterMs(index + 1, 0))).toEqual(table);
  expect(table.map((_, index) => retryAfterMs(index + 1, 1))).toEqual(table.map((ms) => ms * 1.2));
  expect(retryAfterMs(10)).toBeNull();
});

test('an overloaded receiver is asked again no sooner than it says', async () => {
  receiver.answersWith(503, { 'retry-after': '1800' });
  await world.happens('payout.paid', tess);
  await world.tick();
  expect(await nextDueOf(world.db, world.sends)).toEqual(after(world.clock.now(), 30 * MINUTE));
});

test('a redirect is a failure, and 410 turns the endpoint off at once', async () => {
  receiver.answersWith(302, { location: 'http://127.0.0.1:1/' });
  await world.happens('payout.paid', tess);
  await world.tick();
  expect(await world.log(tess, endpoint.id)).toMatchObject([
    { state: 'waiting', lastStatus: 302, lastError: 'The receiver redirects, which is not followed.' },
  ]);
  receiver.answersWith(410);
  await world.rounds(1);
  expect(await state()).toMatchObject({ state: 'disabled', disabledReason: 'gone' });
  expect(await nextDueOf(world.db, world.sends)).toBeNull();
  expect(await notices()).toEqual(['webhook.turned_off /clipper/settings#webhooks waiting']);
});

test('the owner is warned after 5, 10 and 15 failures, and the endpoint is off after 20; one success begins anew', async () => {
  receiver.answersWith(500);
  for (let n = 0; n < 4; n++) await world.happens('payout.paid', tess);
  await world.tick();
  await world.rounds(3);
  expect(await state()).toMatchObject({ consecutiveFailures: 4 });
  receiver.answersWith(200);
  await world.rounds(1);
  expect(await state()).toMatchObject({ consecutiveFailures: 0, pausedUntil: null });
  expect(await notices()).toEqual([]);

  receiver.answersWith(500);
  for (let n = 0; n < 3; n++) await world.happens('payout.paid', tess);
  const seen: number[] = [];
  await world.tick();
  for (let round = 0; round < 25; round++) {
    const { consecutiveFailures, state: now } = await state();
    if ((await notices()).length > seen.length) seen.push(consecutiveFailures);
    if (now === 'disabled') break;
    await world.rounds(1);
  }
  expect(seen).toEqual([5, 10, 15, 20]);
  expect(await state()).toMatchObject({
    state: 'disabled',
    disabledReason: 'failing',
    consecutiveFailures: 20,
  });
  const warned = 'webhook.failing /clipper/settings#webhooks waiting';
  expect(await notices()).toEqual([
    warned,
    warned,
    warned,
    'webhook.turned_off /clipper/settings#webhooks waiting',
  ]);
});

test('a burst while the receiver is down counts as one failure, and all of it arrives when it is up', async () => {
  receiver.answersWith(502);
  for (let n = 0; n < 40; n++) await world.happens('payout.paid', tess);
  await world.tick();
  expect(await state()).toMatchObject({ consecutiveFailures: 1, state: 'enabled' });
  expect(receiver.received.length).toBeLessThanOrEqual(8);
  receiver.received.length = 0;
  receiver.answersWith(200);
  await world.rounds(12);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(40);
});

test('a delivery is sent again under its id, and a test event goes at once, also in a pause after failures', async () => {
  await world.happens('payout.paid', tess);
  await world.tick();
  const [delivery] = await world.log(tess, endpoint.id);
  expect(await world.call(tess, 'POST', `webhook-deliveries/${delivery!.id}/replay`)).toMatchObject({
    status: 200,
  });
  await world.tick();
  const [first, second] = receiver.received;
  expect(second).toMatchObject({ id: first!.id, body: first!.body });

  receiver.answersWith(500);
  await world.happens('payout.paid', tess);
  await world.tick();
  receiver.answersWith(200);
  expect(await world.call(tess, 'POST', `webhook-endpoints/${endpoint.id}/test`)).toMatchObject({
    status: 200,
  });
  await world.tick();
  expect(verified(endpoint.secret, receiver.received.at(-1)!)).toMatchObject({ type: 'webhook.test' });
  expect((await state()).consecutiveFailures).toBe(0);
});
