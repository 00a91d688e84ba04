import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { after, DAY, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import type { TestActor } from '#server/testing/actor.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { noticesOf } from '#server/testing/notices.ts';
import { type WebhookWorld, webhookWorld } from '#server/testing/webhook-world.ts';
import { verified, type WebhookReceiver, webhookReceiver } from '#simulator/servers/webhook-receiver.ts';
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

test("makes ten attempts over three days under one id, each later than the table's pause by a random part", async () => {
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

test('retries an overloaded receiver no sooner than it asks', async () => {
  receiver.answersWith(503, { 'retry-after': '1800' });
  await world.happens('payout.paid', tess);
  await world.tick();
  expect(await nextDueOf(world.db, world.sends)).toEqual(after(world.clock.now(), 30 * MINUTE));
});

test('counts a redirect as a failure, and disables the endpoint at once after a 410', async () => {
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
  expect(await notices()).toEqual(['webhook.turned_off /clipper/settings/developers#webhooks waiting']);
});

test('warns the owner after 5, 10 and 15 failures and disables the endpoint after 20; one success resets the count', async () => {
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
  const warned = 'webhook.failing /clipper/settings/developers#webhooks waiting';
  expect(await notices()).toEqual([
    warned,
    warned,
    warned,
    'webhook.turned_off /clipper/settings/developers#webhooks waiting',
  ]);
});

test('counts a burst during an outage as one failure, and delivers all of it once the receiver is up', async () => {
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

test('sends a delivery again under its id, and a test event at once, even in a pause after failures', async () => {
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
