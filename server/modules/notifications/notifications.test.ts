import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserId } from '#contract/accounts/ids.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testMails } from '#server/testing/mails.ts';
import { testModules } from '#server/testing/modules.ts';
import { newsMails, notify } from './notifications.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let ana: TestActor;
let ben: TestActor;

beforeAll(async () => {
  database = await testDatabase();
  server = await createTestServer({
    db: database.db,
    clock,
    modules: testModules(database.db, clock, ['notifications']),
  });
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

const send = (userId: UserId, title: string) =>
  transact(database.db, (tx) =>
    notify(tx, { userId, kind: 'listing.ended', title, body: 'Body', link: '/host/listings' }, clock.now()),
  );

test('a person reads only their own notifications, newest first, page by page, even within one moment', async () => {
  const titles = Array.from({ length: 25 }, (_, index) => `Note ${index}`);
  for (const title of titles) await send(ana.userId, title);
  await send(ben.userId, 'For Ben');

  const first = await list(ana);
  const second = await list(ana, first.nextCursor);
  const read = [...first.rows, ...second.rows].map((row: { title: string }) => row.title);
  expect(first.rows).toHaveLength(20);
  expect(second.nextCursor).toBeNull();
  expect(new Set(read)).toEqual(new Set(titles));
  expect((await list(ben)).rows).toMatchObject([{ title: 'For Ben', readAt: null }]);
});

test('marking read changes only the person’s unread notifications and keeps the first time', async () => {
  const mark = () => server.inject({ method: 'POST', url: '/api/notifications/read', headers: ana.headers });
  expect((await mark()).statusCode).toBe(200);
  const moment = clock.now().toISOString();
  clock.advance(MINUTE);
  await mark();
  expect((await list(ana)).rows[0].readAt).toBe(moment);
  expect((await list(ben)).rows[0].readAt).toBeNull();
});

test('marks a group read at once without changing anybody else’s, and the list can show the unread rest', async () => {
  const eve = await createActor(database.db, { role: 'host' });
  for (const title of ['A', 'B', 'C']) await send(eve.userId, title);
  const ids = (await list(eve)).rows.map((row: { id: string }) => row.id);
  const mark = (actor: TestActor) =>
    server.inject({
      method: 'POST',
      url: '/api/notifications/read-group',
      payload: { ids: ids.slice(0, 2) },
      headers: actor.headers,
    });
  expect((await mark(ben)).statusCode).toBe(200);
  expect((await list(eve)).rows.every((row: { readAt: string | null }) => row.readAt === null)).toBe(true);
  await mark(eve);
  const left = await server.inject({
    method: 'GET',
    url: '/api/notifications?unread=1',
    headers: eve.headers,
  });
  expect(left.json().rows.map((row: { id: string }) => row.id)).toEqual([ids[2]]);
});

test('a person counts and marks their own notifications one by one, and nobody else’s', async () => {
  const cleo = await createActor(database.db, { role: 'clipper' });
  await send(cleo.userId, 'One');
  await send(cleo.userId, 'Two');
  const count = async () =>
    (await server.inject({ method: 'GET', url: '/api/notifications/unread', headers: cleo.headers })).json()
      .count;
  const mark = (actor: TestActor, id: string) =>
    server.inject({ method: 'POST', url: `/api/notifications/${id}/read`, headers: actor.headers });
  const { rows } = await list(cleo);
  const [theirs, unknown] = [await mark(ben, rows[0].id), await mark(ben, newId())];
  expect(theirs.statusCode).toBe(404);
  expect(theirs.json()).toEqual(unknown.json());
  expect(await count()).toBe(2);
  expect((await mark(cleo, rows[0].id)).statusCode).toBe(200);
  expect((await mark(cleo, rows[0].id)).statusCode).toBe(200);
  expect(await count()).toBe(1);
});

test('mails a topic once if the person wants it by mail, and shows it in the app either way', async () => {
  const dora = await createActor(database.db, { role: 'clipper' });
  const choose = (timing: string) =>
    server.inject({
      method: 'PUT',
      url: '/api/notifications/preferences',
      payload: { topic: 'decisions', channel: 'mail', timing },
      headers: dora.headers,
    });
  const decide = (title: string) =>
    transact(database.db, (tx) =>
      notify(
        tx,
        {
          userId: dora.userId,
          kind: 'submission.approved',
          title,
          body: 'Body',
          link: '/clipper/submissions',
        },
        clock.now(),
      ),
    );
  const job = newsMails({ db: database.db, ...testMails });
  await decide('Taken back');
  await choose('off');
  await decide('Not wanted');
  await choose('now');
  await decide('Wanted again');
  await Promise.all([job.run(clock.now()), job.run(clock.now())]);
  await job.run(clock.now());

  const mails = (await listOutbox(database.db)).filter(({ to }) => to === dora.email);
  // Turning the topic off removes its unsent mails.
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['Wanted again']);
  expect(mails[0]!.links).toEqual([
    'http://localhost:3000/clipper/submissions',
    'http://localhost:3000/clipper/settings/notifications',
  ]);
  expect((await list(dora)).rows).toHaveLength(3);
});

test('each role chooses among its topics, for itself only', async () => {
  const choices = async (actor: TestActor) =>
    (
      await server.inject({ method: 'GET', url: '/api/notifications/preferences', headers: actor.headers })
    ).json().rows;
  const topics = async (actor: TestActor) =>
    (await choices(actor)).map((row: { topic: string }) => row.topic);
  expect(await topics(ana)).toContain('listings');
  expect(await topics(ana)).not.toContain('decisions');
  expect(await topics(ben)).toContain('decisions');
  expect(await choices(ben)).toContainEqual({ topic: 'decisions', channel: 'mail', timing: 'now' });
  expect(await choices(ana)).toContainEqual({ topic: 'submissions', channel: 'mail', timing: 'daily' });
});

test('refuses to turn off what can’t be turned off, with the field', async () => {
  const refused = await server.inject({
    method: 'PUT',
    url: '/api/notifications/preferences',
    payload: { topic: 'money', channel: 'app', timing: 'off' },
    headers: ben.headers,
  });
  expect(refused.json()).toMatchObject({ code: 'invalid_input', fields: [{ field: 'timing' }] });
});

test('creates no notification if its change is rolled back', async () => {
  await expect(
    transact(database.db, async (tx) => {
      await notify(
        tx,
        { userId: ben.userId, kind: 'submission.approved', title: 'Never', body: '', link: '/' },
        clock.now(),
      );
      throw new Error('the change failed');
    }),
  ).rejects.toThrow('the change failed');
  expect((await list(ben)).rows).toHaveLength(1);
});
