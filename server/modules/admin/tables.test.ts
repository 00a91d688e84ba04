import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOf } from '#db/seed/person-of.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { seedListings } from '#server/testing/feed.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const PEOPLE = 45;
let database: TestDatabase;
let server: FastifyInstance;
let admin: TestActor;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const [module] = testModules(db, clock, ['admin']);
  server = await createTestServer({ db, clock, modules: [module] });
  admin = await createActor(db, { role: 'admin', username: 'the_admin' });
  await seedListings(database.owner, { count: 60, hosts: PEOPLE, newestAt: clock.now() });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const send = (url: string, actor = admin) => server.inject({ method: 'GET', url, headers: actor.headers });
const rows = async (url: string): Promise<Record<string, unknown>[]> => (await send(url)).json().rows;

describe('users', () => {
  test('finds users by part of a name, username or email, by role and by status', async () => {
    expect(await rows('/api/admin/users?search=HOST17%40')).toMatchObject([{ email: 'host17@seed.example' }]);
    expect(await rows('/api/admin/users?search=seed_host_3')).toHaveLength(11);
    expect(await rows('/api/admin/users?role=admin')).toMatchObject([{ email: admin.email }]);
    const { accountId } = await createActor(database.db, { role: 'clipper', username: 'gone_clipper' });
    await database.owner
      .updateTable('users')
      .set({ banned_at: clock.now() })
      .where('id', '=', personOf(accountId))
      .execute();
    expect(await rows('/api/admin/users?status=Banned')).toMatchObject([{ id: accountId, status: 'Banned' }]);
    expect(await rows('/api/admin/users?status=Active&search=gone_clipper')).toEqual([]);
  });

  test('treats wildcards of search patterns as ordinary characters', async () => {
    expect(await rows('/api/admin/users?search=seed%25host')).toEqual([]);
    expect(await rows('/api/admin/users?search=seed_host_17')).toHaveLength(1);
  });
});

test('finds listings by title, creator and state', async () => {
  expect(await rows('/api/admin/listings?search=moments+41+')).toMatchObject([{ creator: 'seed_host_41' }]);
  const paused = await rows('/api/admin/listings?state=paused');
  expect(paused).toHaveLength(6);
  expect(paused.every((row) => row.status === 'paused')).toBe(true);
});

describe('the audit log', () => {
  const subjectId = newId();
  const days = [
    '2026-02-27T23:59:59Z',
    '2026-02-28T00:00:00Z',
    '2026-02-28T23:59:59Z',
    '2026-03-01T00:00:00Z',
  ];
  beforeAll(async () => {
    for (const [nth, at] of days.entries())
      await transact(database.db, (tx) =>
        writeAudit(
          tx,
          actBy(nth % 2 ? 'admin' : 'system', nth % 2 ? admin.userId : null, new Date(at)),
          nth % 2 ? 'payout.paid' : 'payout.requested',
          'payout',
          subjectId,
        ),
      );
  });
  const log = (query: string) => rows(`/api/admin/audit-log?${query}`);

  test('filters the audit log by action, person, id and kind of actor', async () => {
    expect(await log('search=payout.paid')).toHaveLength(2);
    expect(await log('search=the_admin')).toHaveLength(2);
    expect(await log(`search=${subjectId}`)).toHaveLength(4);
    expect(await log(`search=${admin.accountId}`)).toHaveLength(2);
    expect(await log('actorKind=system&search=payout')).toHaveLength(2);
  });

  test('sorts the audit log newest or oldest first', async () => {
    const ids = async (query: string) => (await log(query)).map(({ id }) => id);
    const newest = await ids(`search=${subjectId}`);
    expect(await ids(`search=${subjectId}&sort=date`)).toEqual(newest.toReversed());
  });

  test('names the actor of each row by id and username, or by the own name of a person without a username', async () => {
    expect(await log(`actorKind=admin&search=${subjectId}`)).toMatchObject([
      { actorId: admin.userId, actor: '@the_admin' },
      { actorId: admin.userId, actor: '@the_admin' },
    ]);
    expect((await log(`actorKind=system&search=${subjectId}`))[0]).toMatchObject({ actorId: null });
    const nameless = await createActor(database.db, { role: 'admin' });
    const act = actBy('admin', nameless.userId, clock.now());
    await transact(database.db, (tx) => writeAudit(tx, act, 'user.unbanned', 'user', newId()));
    expect(await log(`search=${nameless.accountId}`)).toMatchObject([{ actor: 'Test person' }]);
  });

  test('filters the audit log by whole days, including both ends', async () => {
    expect(await log('from=2026-02-28&to=2026-02-28')).toHaveLength(2);
    expect((await send('/api/admin/audit-log?from=yesterday')).statusCode).toBe(400);
  });
});

describe('a table as CSV', () => {
  test('a CSV file has every row that the filters keep, not only the first page', async () => {
    const reply = await send('/api/admin/users.csv?role=host');
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toBe('attachment; filename="users.csv"');
    expect(reply.headers['cache-control']).toBe('no-store');
    const lines = reply.body.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFName,Email,Role,Status,Signed up,Id');
    expect(lines).toHaveLength(PEOPLE + 1);
    expect(new Set(lines).size).toBe(PEOPLE + 1);
    expect(lines.slice(1).every((line) => line.includes(',host,'))).toBe(true);
  });

  test('exports the audit log and listings as CSV', async () => {
    expect((await send('/api/admin/audit-log.csv?search=payout.paid')).body).toContain(',the_admin,admin,');
    expect((await send('/api/admin/listings.csv')).body.trimEnd().split('\r\n')).toHaveLength(61);
  });

  test('answers 404 for a CSV file to everybody except admins', async () => {
    const host = await createActor(database.db, { role: 'host' });
    for (const file of ['users', 'listings', 'submissions', 'audit-log'])
      expect((await send(`/api/admin/${file}.csv`, host)).statusCode).toBe(404);
  });
});
