import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserId } from '#contract/accounts/ids.ts';
import type { Module } from '#server/http/module.ts';
import { DAY, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { figuresOf } from '#server/testing/figures.ts';
import { testModules } from '#server/testing/modules.ts';
import { pushService } from '#simulator/servers/push-service.ts';
import { notify } from '../notifications.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
// A developer's machine, where loopback may be called.
const env = { MODE: 'demo', DEV_TOOLS: '1' };
let database: TestDatabase;
let server: FastifyInstance;
let module: Module;
let service: Awaited<ReturnType<typeof pushService>>;
let ana: TestActor;

beforeAll(async () => {
  database = await testDatabase();
  [module] = testModules(database.db, clock, ['notifications'], { env });
  server = await createTestServer({ db: database.db, clock, modules: [module] });
  service = await pushService();
});
afterAll(async () => {
  await service.close();
  await server.close();
  await database.close();
});
beforeEach(async () => {
  service.received.length = 0;
  Object.assign(service.state, { answer: 201, headers: {} });
  await sql`delete from push_subscriptions`.execute(database.db);
  await sql`delete from notification_deliveries`.execute(database.db);
  ana = await createActor(database.db, { role: 'clipper' });
});

const subscribe = (actor: TestActor, body: object, to = server) =>
  to.inject({ method: 'POST', url: '/api/push-subscriptions', payload: body, headers: actor.headers });
const listOf = async (actor: TestActor) =>
  (await server.inject({ method: 'GET', url: '/api/push-subscriptions', headers: actor.headers })).json();
const keyOf = async (of: FastifyInstance, actor = ana): Promise<string> =>
  (await of.inject({ method: 'POST', url: '/api/push-subscriptions/key', headers: actor.headers })).json()
    .publicKey;
const paid = (userId: UserId, title = 'Payout sent') =>
  transact(database.db, (tx) =>
    notify(
      tx,
      { userId, kind: 'payout.paid', title, body: '$42.00 is on its way.', link: '/clipper/earnings' },
      clock.now(),
    ),
  );
const send = () => module.jobs!.find(({ name }) => name === 'notifications.push')!.run(clock.now());
const states = async () =>
  (
    await sql<{ state: string }>`
      select state from notification_deliveries where channel = 'push' order by due_at, id`.execute(
      database.db,
    )
  ).rows.map(({ state }) => state);

test('a browser gets a notification, encrypted for it and signed with the key it subscribed with, once', async () => {
  expect((await subscribe(ana, service.subscription('a'))).statusCode).toBe(200);
  const { rows } = await listOf(ana);
  expect(rows).toMatchObject([{ isThis: true, showsDetails: false }]);
  await paid(ana.userId);
  await Promise.all([send(), send()]);
  await send();
  expect(service.received).toHaveLength(1);
  const { payload, headers, claims } = service.received[0]!;
  expect(payload).toMatchObject({ title: 'Money on its way', link: '/clipper/earnings' });
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  expect(headers.authorization).toContain(`k=${await keyOf(server)}`);
  expect(claims.aud).toBe(service.origin);
  expect(await states()).toEqual(['sent']);
});

test('counts pushes by result, and those that are due', async () => {
  const pushes = () => figuresOf(module.metrics, 'permille_pushes_total');
  const due = async () => (await figuresOf(module.metrics, 'permille_pushes_due'))[''];
  const before = await pushes();
  const since = async () =>
    Object.fromEntries(Object.entries(await pushes()).map(([name, count]) => [name, count - before[name]!]));
  await subscribe(ana, service.subscription('a'));
  expect(await due()).toBe(0);
  for (const answer of [201, 429, 410]) {
    await paid(ana.userId);
    expect(await due()).toBe(1);
    service.state.answer = answer;
    await send();
    clock.advance(MINUTE);
    if (answer === 429) await sql`delete from notification_deliveries`.execute(database.db);
  }
  expect(await since()).toEqual({ sent: 1, postponed: 1, refused: 1, dropped: 0 });
  expect(await due()).toBe(0);
});

test('a push contains names and amounts only once the person has chosen that', async () => {
  await subscribe(ana, service.subscription('a'));
  await paid(ana.userId);
  await send();
  await subscribe(ana, { ...service.subscription('a'), showsDetails: true });
  // When a browser renews its subscription, it does not send its settings again.
  await subscribe(ana, service.subscription('renewed'));
  await paid(ana.userId);
  await send();
  expect(service.received.map(({ payload }) => payload.body)).toEqual([
    'Open Permille to read it.',
    '$42.00 is on its way.',
  ]);
});

test.each([404, 410, 403])('sends nothing more to a push service that answered %i', async (answer) => {
  await subscribe(ana, service.subscription('a'));
  await paid(ana.userId);
  service.state.answer = answer;
  await send();
  expect((await listOf(ana)).rows).toEqual([]);
  expect(await states()).toEqual(['dropped']);
});

test('tries an overloaded push service again when it says so, and loses nothing', async () => {
  await subscribe(ana, service.subscription('a'));
  await paid(ana.userId);
  Object.assign(service.state, { answer: 429, headers: { 'retry-after': '120' } });
  await send();
  service.state.answer = 201;
  clock.advance(MINUTE);
  await send();
  expect(service.received).toHaveLength(0);
  clock.advance(MINUTE);
  await send();
  expect(service.received).toHaveLength(1);
});

test('each browser gets its pushes in order', async () => {
  await subscribe(ana, { ...service.subscription('a'), showsDetails: true });
  for (const title of ['First', 'Second', 'Third']) {
    await paid(ana.userId, title);
    clock.advance(1_000);
  }
  await send();
  expect(service.received.map(({ payload }) => payload.title)).toEqual(['First', 'Second', 'Third']);
});

test('does not send what was read in the app, is a day old, or belongs to an ended session', async () => {
  await subscribe(ana, service.subscription('a'));
  await paid(ana.userId);
  await sql`update notifications set read_at = ${clock.now()} where user_id = ${ana.userId}`.execute(
    database.db,
  );
  await send();
  await paid(ana.userId);
  clock.advance(DAY + MINUTE);
  await send();
  await paid(ana.userId);
  await sql`delete from sessions where id = ${ana.sessionId}`.execute(database.db);
  await send();
  expect(service.received).toEqual([]);
  expect(await states()).toEqual(['dropped', 'dropped', 'dropped']);
});

test('a topic that is off for push is not sent, and a topic without push has no delivery', async () => {
  await paid(ana.userId);
  await subscribe(ana, service.subscription('a'));
  await server.inject({
    method: 'PUT',
    url: '/api/notifications/preferences',
    payload: { topic: 'money', channel: 'push', timing: 'off' },
    headers: ana.headers,
  });
  await paid(ana.userId);
  expect(await states()).toEqual([]);
});

test('the next person who uses a browser gets its pushes there, and the previous person gets none', async () => {
  const ben = await createActor(database.db, { role: 'clipper' });
  await subscribe(ana, service.subscription('shared'));
  await subscribe(ben, service.subscription('shared'));
  await paid(ana.userId);
  await send();
  expect(service.received).toEqual([]);
  expect((await listOf(ana)).rows).toEqual([]);
  const [own] = (await listOf(ben)).rows;
  const remove = (actor: TestActor) =>
    server.inject({ method: 'DELETE', url: `/api/push-subscriptions/${own.id}`, headers: actor.headers });
  expect((await remove(ana)).statusCode).toBe(404);
  expect((await remove(ben)).statusCode).toBe(200);
});

test('refuses an address inside a network, and invalid keys, with the field', async () => {
  const [live] = testModules(database.db, clock, ['notifications']);
  const outside = await createTestServer({ db: database.db, clock, modules: [live] });
  const good = service.subscription('a');
  for (const endpoint of [
    'http://127.0.0.1/push',
    'https://169.254.169.254/',
    'https://[::ffff:10.0.0.1]/',
    'ftp://x.example/',
  ]) {
    const refused = await subscribe(ana, { ...good, endpoint }, outside);
    expect(refused.json()).toMatchObject({ code: 'invalid_input', fields: [{ field: 'endpoint' }] });
  }
  const noPoint = await subscribe(ana, { ...good, p256dh: `B${'A'.repeat(86)}` });
  expect(noPoint.json()).toMatchObject({ fields: [{ field: 'p256dh' }] });
  await outside.close();
});

test('makes the keys once, keeps them over a restart, and makes new ones under another secret', async () => {
  const [again] = testModules(database.db, clock, ['notifications'], { env });
  const next = await createTestServer({ db: database.db, clock, modules: [again] });
  expect(await keyOf(next)).toBe(await keyOf(server));
  await sql`update push_keys set private_key_sealed = 'v1.of-another-secret'`.execute(database.db);
  const fresh = await keyOf(server);
  expect(fresh).toMatch(/^B[\w-]{86}$/);
  expect(await keyOf(next)).toBe(fresh);
  await next.close();
});
