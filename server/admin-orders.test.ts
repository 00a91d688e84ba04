import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/infra/transaction.ts';
import { listUsers } from '#server/modules/admin/list-users.ts';
import { listAudit, listListings, listSubmissions } from '#server/modules/admin/queries.ts';
import { adminDeposits } from '#server/modules/deposits/list-deposits.ts';
import { adminPayouts } from '#server/modules/payouts/queries.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { plansOf } from '#server/testing/plan.ts';

const now = new Date('2026-03-02T10:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const orders: [name: string, index: string, read: (db: Database) => Promise<unknown>][] = [
  ['users, newest first', 'users_pkey', (db) => listUsers(db, {})],
  ['people by name', 'profiles_by_name', (db) => listUsers(db, { sort: 'name' })],
  ['listings, newest first', 'listings_pkey', (db) => listListings(db, {})],
  ['listings by title', 'listings_by_title', (db) => listListings(db, { sort: 'title' })],
  ['listings by title, backwards', 'listings_by_title', (db) => listListings(db, { sort: '-title' })],
  ['listings by budget', 'listings_by_budget', (db) => listListings(db, { sort: '-budget' })],
  ['submissions, newest first', 'submissions_pkey', (db) => listSubmissions(db, {})],
  ['submissions, oldest first', 'submissions_pkey', (db) => listSubmissions(db, { sort: 'date' })],
  ['audit log, newest first', 'audit_log_occurred_at', (db) => listAudit(db, {})],
  ['audit log, oldest first', 'audit_log_occurred_at', (db) => listAudit(db, { sort: 'date' })],
  ['payouts to do', 'payouts_queue', (db) => adminPayouts(db, { open: true })],
  ['finished payouts, newest first', 'payouts_finished', (db) => adminPayouts(db, { open: false })],
  [
    'finished payouts by amount',
    'payouts_finished_amount',
    (db) => adminPayouts(db, { open: false, sort: '-amount' }),
  ],
  ['deposits, newest first', 'deposits_newest', (db) => adminDeposits(db, { waiting: false }, now)],
  [
    'deposits by amount',
    'deposits_by_amount',
    (db) => adminDeposits(db, { waiting: false, sort: '-amount' }, now),
  ],
];

test.each(orders)('%s: an index returns the rows in order', async (_name, index, read) => {
  const [plan] = await plansOf(database.db, read);
  expect(plan).toContain(index);
  // The list itself may not be sorted. A subquery of each row may be, for example to find a clip's newest
  // hold.
  expect(plan).not.toMatch(/^ {0,4}(?:-> +)?Sort/m);
});

test("sorts people by their profile's name or, before there is one, by the account name", async () => {
  const { owner } = database;
  await sql`insert into users (id, email, name) select uuid_v7(), n || '@seed.example', 'Account ' || lpad(n::text, 3, '0')
    from generate_series(1, 60) n`.execute(owner);
  await sql`insert into profiles (user_id, username, full_name, created_at)
    select id, 'user_' || split_part(email, '@', 1), 'Zoe ' || name, ${now} from users where name like '%0' or name like '%5'`.execute(
    owner,
  );
  for (const sort of ['name', '-name'] as const) {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listUsers(database.db, { sort, cursor });
      names.push(...page.rows.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(names).toHaveLength(60);
    expect(names).toEqual(sort === 'name' ? names.toSorted() : names.toSorted().toReversed());
    expect(names.filter((name) => name.startsWith('Zoe'))).toHaveLength(12);
  }
});
