import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { type TestDatabase, testDatabase } from '#server/infra/test-database.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, createTestServer, type TestActor } from '#server/modules/accounts/test-actor.ts';
import { createNotificationsModule, notify } from './notifications.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let ana: TestActor;
let ben: TestActor;

beforeAll(async () => {
  database = await testDatabase();
  server = await createTestServer({ db: database.db, clock, modules: [createNotificationsModule()] });
  ana = await createActor(database.db, { role: 'host' });
  ben = await createActor(database.db, { role: 'clipper' });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const list = async (actor: TestActor, cursor?: string) =>
  (
    await server.inject({
      method: 'GET',
      url: '/api/notifications',
      query: cursor ? { cursor } : {},
      headers: actor.headers,
    })
  ).json();

const tell = (userId: string, title: string) =>
  transact(database.db, (tx) =>
    notify(tx, { userId, kind: 'test.told', title, body: 'Body', link: '/host/listings' }, clock.now()),
  );

test('a person reads own notifications only, newest first, page by page, even within one moment', async () => {
  const titles = Array.from({ length: 25 }, (_, index) => `Note ${index}`);
  for (const title of titles) await tell(ana.userId, title);
  await tell(ben.userId, 'For Ben');

  const first = await list(ana);
  const second = await list(ana, first.nextCursor);
  const read = [...first.rows, ...second.rows].map((row: { title: string }) => row.title);
  expect(first.rows).toHaveLength(20);
  expect(second.nextCursor).toBeNull();
  expect(new Set(read)).toEqual(new Set(titles));
  expect((await list(ben)).rows).toMatchObject([{ title: 'For Ben', readAt: null }]);
});

test('marking read touches own unread ones only and keeps the first moment', async () => {
  const mark = () => server.inject({ method: 'POST', url: '/api/notifications/read', headers: ana.headers });
  expect((await mark()).statusCode).toBe(200);
  const moment = clock.now().toISOString();
  clock.advance(MINUTE);
  await mark();
  expect((await list(ana)).rows[0].readAt).toBe(moment);
  expect((await list(ben)).rows[0].readAt).toBeNull();
});

test('nothing is told when the change it tells of is rolled back', async () => {
  await expect(
    transact(database.db, async (tx) => {
      await notify(tx, { userId: ben.userId, kind: 'x.y', title: 'Never', body: '', link: '/' }, clock.now());
      throw new Error('the change failed');
    }),
  ).rejects.toThrow('the change failed');
  expect((await list(ben)).rows).toHaveLength(1);
});
