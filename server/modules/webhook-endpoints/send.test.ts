import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { after, DAY, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { writeEvent } from '#server/modules/events/events.ts';
import type { TestActor } from '#server/testing/actor.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { burstOf } from '#server/testing/runs.ts';
import { type WebhookWorld, webhookWorld } from '#server/testing/webhook-world.ts';
import { verified, type WebhookReceiver, webhookReceiver } from '#simulator/servers/webhook-receiver.ts';

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

test('delivers a signed event that a library of Standard Webhooks accepts, with ids and an address and nothing else', async () => {
  // The demo's clock must not matter, because receivers compare the time with real time.
  world.clock.advance(3 * DAY);
  receiver.answersWith(200, {}, 'thank you');
  await world.happens('payout.paid', tess);
  await world.tick();
  expect(receiver.received).toHaveLength(1);
  const message = verified(endpoint.secret, receiver.received[0]!);
  expect(message).toEqual({
    type: 'payout.paid',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: {
      subjectId: null,
      submissionId: null,
      listingId: null,
      url: 'http://localhost:3000/clipper/earnings',
      apiUrl: 'http://localhost:3000/api/v1/clipper/payouts',
    },
  });
  expect(await world.log(tess, endpoint.id)).toMatchObject([
    {
      state: 'delivered',
      attempts: 1,
      eventId: receiver.received[0]!.id,
      lastStatus: 200,
      lastError: null,
      lastResponse: 'thank you',
      nextAttemptAt: null,
      payload: receiver.received[0]!.body,
    },
  ]);
});

test('signs with the specified HMAC over id, time and body', async () => {
  await world.happens('payout.paid', tess);
  await world.tick();
  const { headers, body, id } = receiver.received[0]!;
  const key = Buffer.from(endpoint.secret.replace('whsec_', ''), 'base64');
  expect(key).toHaveLength(32);
  const signed = `${id}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(headers['content-type']).toBe('application/json');
});

test('is refused by the library with another body, secret or time', async () => {
  await world.happens('payout.paid', tess);
  await world.tick();
  const [message] = receiver.received;
  expect(() =>
    verified(endpoint.secret, { ...message!, body: message!.body.replace('paid', 'made') }),
  ).toThrow();
  expect(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, message!)).toThrow();
  const headers = { ...message!.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 301) };
  expect(() => verified(endpoint.secret, { ...message!, headers })).toThrow('too old');
});

test('delivers to other receivers while one hangs', async () => {
  let release: () => void = () => undefined;
  const hanging = await webhookReceiver();
  hanging.answers((_count, reply) => (release = () => reply.end()));
  const slow = await world.person();
  await world.create(slow, hanging.url);
  for (let n = 0; n < 12; n++) await world.happens('payout.paid', slow, tess);
  await world.writes.run(world.clock.now());
  const all = new Promise<void>((resolve) =>
    receiver.answers((count, reply) => {
      reply.end();
      if (count === 12) resolve();
    }),
  );
  const run = world.sends.run(world.clock.now());
  await all;
  expect(hanging.received.length).toBeLessThanOrEqual(8);
  release();
  hanging.close();
  await run;
});

test('never sends the same delivery from two processes at the same time', async () => {
  const running = new Map<string, number>();
  let twice = 0;
  receiver.answers((_count, reply, { id }) => {
    const now = (running.get(id) ?? 0) + 1;
    running.set(id, now);
    if (now > 1) twice += 1;
    setImmediate(() => {
      running.set(id, now - 1);
      reply.end();
    });
  });
  for (let n = 0; n < 60; n++) await world.happens('payout.paid', tess);
  await world.writes.run(world.clock.now());
  await Promise.all([1, 2, 3].map(() => world.sends.run(world.clock.now())));
  expect(twice).toBe(0);
  expect(receiver.received).toHaveLength(60);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(60);
});

test('sends a delivery whose process died from another process once the lease is over', async () => {
  await world.happens('payout.paid', tess);
  await world.writes.run(world.clock.now());
  const leased = { lease_id: endpoint.id, leased_until: after(world.clock.now(), 30 * SECOND), attempts: 1 };
  await world.db.updateTable('webhook_deliveries').set(leased).execute();
  await world.tick();
  expect(receiver.received).toHaveLength(0);
  world.clock.advance(30 * SECOND);
  await world.tick();
  expect(await world.log(tess, endpoint.id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('pages through the log, and deletes it after 30 days', async () => {
  for (let n = 0; n < 25; n++) await world.happens('payout.paid', tess);
  await world.tick();
  const path = `webhook-endpoints/${endpoint.id}/deliveries`;
  const page = await world.call(tess, 'GET', path);
  const rest = await world.call(tess, 'GET', `${path}?cursor=${page.nextCursor}`);
  const ids = [...page.rows, ...rest.rows].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(25);
  expect(rest.nextCursor).toBeNull();
  world.clock.advance(30 * DAY - MINUTE);
  await world.tick();
  expect(await world.log(tess, endpoint.id)).toHaveLength(20);
  world.clock.advance(HOUR + MINUTE);
  await world.tick();
  expect(await world.log(tess, endpoint.id)).toEqual([]);
});

test('delivers each event of a burst once, and no event of another person', async () => {
  const burst = burstOf(1_000);
  const eve = await world.person();
  receiver.answers((_count, reply) => void reply.end());
  await transact(world.db, async (tx) => {
    for (let n = 0; n < 10; n++) await writeEvent(tx, 'payout.paid', { accountIds: [eve.accountId] });
    await tx
      .insertInto('events')
      .values(Array.from({ length: burst }, () => ({ kind: 'payout.paid', readers: [tess.accountId] })))
      .execute();
  });
  while (await nextDueOf(world.db, world.sends).then((due) => due !== null || receiver.received.length === 0))
    await world.tick();
  expect(receiver.received).toHaveLength(burst);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(burst);
  const { rows } = await sql<{ id: string }>`
    select id from events where ${eve.accountId}::uuid = any(readers)`.execute(world.db);
  expect(rows).toHaveLength(10);
  const hers = new Set(rows.map(({ id }) => id));
  expect(receiver.received.filter(({ id }) => hers.has(id))).toEqual([]);
}, 120_000);
