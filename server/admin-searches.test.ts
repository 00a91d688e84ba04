import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/infra/transaction.ts';
import { listUsers } from '#server/modules/admin/list-users.ts';
import { listListings } from '#server/modules/admin/queries.ts';
import { adminDeposits } from '#server/modules/deposits/list-deposits.ts';
import { adminPayouts } from '#server/modules/payouts/queries.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { seedListings } from '#server/testing/feed.ts';
import { explained } from '#server/testing/plan.ts';

const now = new Date('2026-03-02T10:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await seedListings(database.owner, { count: 6_000, hosts: 6_000, newestAt: now });
  await sql`insert into deposits (id, host_id, rail, amount_micros, state, reference, created_at, confirmed_at)
    select uuid_v7(), l.host_id, 'test', 10000000, 'confirmed', 'Card ' || l.title, l.created_at, l.created_at
    from listings l`.execute(database.owner);
  await sql`insert into payouts (id, clipper_id, cause, amount_micros, destination, state, requested_at, finished_at,
      due_at, reference)
    select uuid_v7(), host_id, 'weekly', 10000000, 'pay@seed.example', 'paid', created_at, created_at, created_at,
      'PP-' || title
    from listings`.execute(database.owner);
  await sql`vacuum analyze`.execute(database.owner);
});
afterAll(() => database.close());

type Found = { rows: object[] };
const searches: [name: string, indexes: string[], read: (db: Database, search: string) => Promise<Found>][] =
  [
    [
      'users',
      ['users_parts_of_name', 'users_parts_of_email', 'profiles_parts_of_username'],
      (db, search) => listUsers(db, { search }),
    ],
    [
      'listings',
      ['listings_parts_of_title', 'profiles_parts_of_username'],
      (db, search) => listListings(db, { search }),
    ],
    [
      'deposits',
      ['deposits_parts_of_reference', 'profiles_parts_of_username'],
      (db, search) => adminDeposits(db, { waiting: false, search }, now),
    ],
    [
      'payouts',
      ['payouts_parts_of_destination', 'payouts_parts_of_reference', 'profiles_parts_of_username'],
      (db, search) => adminPayouts(db, { open: false, search }),
    ],
  ];

test.each(searches)('indexes find %s by a part of a word', async (_name, indexes, read) => {
  const [plan] = await explained(database.db, (db) => read(db, 'ost_4711'));
  for (const index of indexes) expect(plan).toContain(index);
});

test('a search finds the same rows, whether few or many match', async () => {
  const { db } = database;
  expect((await listUsers(db, { search: 'ost_4711' })).rows).toHaveLength(1);
  expect((await listListings(db, { search: 'MENTS 4711 ' })).rows).toHaveLength(1);
  expect((await adminDeposits(db, { waiting: false, search: 'ents 4711 of' }, now)).rows).toHaveLength(1);
  expect((await listUsers(db, { search: 'no such person' })).rows).toEqual([]);
  const many = await listUsers(db, { search: 'eed_hos' });
  expect(many.rows).toEqual((await listUsers(db, {})).rows);
  expect((await listUsers(db, { search: '_4' })).rows.length).toBeGreaterThan(1);
});

test.each([{ status: 'Banned' }, { role: 'admin' }] as const)(
  'an index reads the few people of %o, in any order',
  async (few) => {
    for (const sort of ['-date', '-name'] as const)
      for (const plan of await explained(database.db, (db) => listUsers(db, { ...few, sort })))
        expect(plan).toContain('users_few');
  },
);
