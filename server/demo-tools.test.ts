import { expect, onTestFinished, test } from 'vitest';
import { DEMO_POSTS_PER_DAY } from '#contract/limits.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { registerDemoRoutes } from './demo-tools.ts';
import { bySystem, writeAudit } from './infra/audit.ts';
import { after, DAY, HOUR, MovableClock } from './infra/clock.ts';
import { enqueueMail } from './infra/mail.ts';
import { transact } from './infra/transaction.ts';
import { testApi, testPerson } from './testing/api.ts';
import { testDatabase } from './testing/database.ts';
import { connect } from './testing/listings.ts';

type Tools = Parameters<typeof registerDemoRoutes>[1];

async function demo(tools: Partial<Tools> = {}) {
  const database = await testDatabase();
  const clock = new MovableClock({ frozenAt: new Date('2026-11-21T12:00:00Z') });
  const simulator = await startSimulator({ clock, stateFile: null });
  const { db } = database;
  const api = await testApi(db, clock, [
    {
      name: 'demo',
      routes: (served) =>
        registerDemoRoutes(served, {
          simulator,
          showsMailsTo: () => true,
          passDay: null,
          demo: null,
          ...tools,
        }),
    },
  ]);
  onTestFinished(async () => {
    await api.close();
    await simulator.stop();
    await database.close();
  });
  return { db, clock, api };
}

test('200: a clipper’s connected account gets a post whose views grow, and without an account it is refused', async () => {
  const { db, api } = await demo();
  const as = await testPerson(db, 'clipper');
  expect(await api.send('POST', '/api/demo/posts', { as })).toMatchObject({
    status: 422,
    body: { code: 'demo_post_without_account' },
  });
  await connect(db, as, 'tiktok');
  const { status, body } = await api.send('POST', '/api/demo/posts', { as });
  expect(status).toBe(200);
  expect(body).toMatchObject({ platform: 'tiktok', url: expect.stringContaining(`@${body.handle}/video/`) });
  const host = await testPerson(db, 'host');
  expect((await api.send('POST', '/api/demo/posts', { as: host })).status).toBe(403);
  await db
    .updateTable('rate_limits')
    .set({ hits: DEMO_POSTS_PER_DAY })
    .where('bucket', 'like', 'demo posts %')
    .execute();
  expect(await api.send('POST', '/api/demo/posts', { as })).toMatchObject({
    status: 429,
    body: { code: 'demo_posts_used' },
  });
});

test('200: everybody reads their own mails since they signed up, and none when the server sends mails', async () => {
  const { db, clock, api } = await demo();
  const as = await testPerson(db, 'clipper');
  const before = after(clock.now(), -HOUR);
  await enqueueMail(db, { to: as.email, subject: 'Answer', text: 'To whoever wrote from here.' }, before);
  await db.updateTable('users').set({ created_at: clock.now() }).where('id', '=', as.userId).execute();
  await enqueueMail(db, { to: as.email, subject: 'Approved', text: 'Your clip was approved.' }, clock.now());
  await enqueueMail(db, { to: 'other@people.example', subject: 'Secret', text: 'A link.' }, clock.now());
  const { body } = await api.send('GET', '/api/demo', { as });
  expect(body).toMatchObject({ movesClock: false, mails: [{ subject: 'Approved' }] });
  expect(body.mails).toHaveLength(1);
  const sending = await demo({ showsMailsTo: () => false });
  const reader = await testPerson(sending.db, 'host');
  expect((await sending.api.send('GET', '/api/demo', { as: reader })).body.mails).toBeNull();
});

test('a demo account, which signed up before its history, reads the mails since it was recreated', async () => {
  const { db, clock, api } = await demo();
  const as = await testPerson(db, 'host');
  const yesterday = after(clock.now(), -DAY);
  await enqueueMail(db, { to: as.email, subject: 'Yesterday', text: 'Of the visitors before.' }, yesterday);
  const signedUp = { is_demo: true, created_at: after(yesterday, -DAY) };
  await db.updateTable('users').set(signedUp).where('id', '=', as.userId).execute();
  await transact(db, (tx) => writeAudit(tx, bySystem(clock.now()), 'demo.seeded', 'demo', as.userId));
  expect((await api.send('GET', '/api/demo', { as })).body.mails).toEqual([]);
  await enqueueMail(db, { to: as.email, subject: 'Today', text: 'Of today.' }, clock.now());
  expect((await api.send('GET', '/api/demo', { as })).body.mails).toMatchObject([{ subject: 'Today' }]);
});

test('a day is skipped only when dev tools are on', async () => {
  const without = await demo();
  const visitor = await testPerson(without.db, 'host');
  expect((await without.api.send('POST', '/api/demo/day', { as: visitor })).status).toBe(404);
  let days = 0;
  const later = new Date('2026-11-22T12:00:00Z');
  const { db, api } = await demo({
    passDay: async () => {
      days++;
      return later;
    },
  });
  const as = await testPerson(db, 'host');
  const reply = await api.send('POST', '/api/demo/day', { as });
  expect([reply.status, reply.body.now, days]).toEqual([200, later.toISOString(), 1]);
});

test('404: outside a demo none of the tools is found', async () => {
  const { db, api } = await demo({ simulator: null });
  const as = await testPerson(db, 'clipper');
  for (const [method, path] of [
    ['GET', '/api/demo'],
    ['POST', '/api/demo/posts'],
    ['POST', '/api/demo/day'],
    ['POST', '/api/demo/reset'],
  ] as const) {
    expect((await api.send(method, path, { as })).status).toBe(404);
  }
});
