import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '#server/infra/db.ts';
import { testDatabase } from './database.ts';

const first = await testDatabase();
const second = await testDatabase();
afterAll(() => Promise.all([first.close(), second.close()]));

test('each test database is its own', async () => {
  await sql`create table only_here (id int8 primary key)`.execute(first.owner);
  await expect(sql`select * from only_here`.execute(second.owner)).rejects.toThrow('does not exist');
});

test('the app role can write rows but not change the schema, and can’t rewrite what was migrated', async () => {
  await sql`create table things (id int8 primary key)`.execute(second.owner);
  await sql`insert into things values (1)`.execute(second.db);
  await expect(sql`create table more (id int8)`.execute(second.db)).rejects.toThrow('permission denied');
  await expect(sql`drop table things`.execute(second.db)).rejects.toThrow('must be owner');
  await expect(sql`truncate things`.execute(second.db)).rejects.toThrow('permission denied');
  await expect(sql`delete from schema_migrations`.execute(second.db)).rejects.toThrow('permission denied');
});

test('int8 is a bigint, numeric and date are text, timestamptz is a Date', async () => {
  const { rows } =
    await sql`select 9007199254740993::int8 as big, array[1, null]::int8[] as bigs, 1.50::numeric as exact,
    '2026-01-31'::date as day, 'epoch'::timestamptz as at, 7::int4 as small, ${9007199254740993n}::int8 as sent`.execute(
      first.db,
    );
  expect(rows).toEqual([
    {
      big: 9007199254740993n,
      bigs: [1n, null],
      exact: '1.50',
      day: '2026-01-31',
      at: new Date(0),
      small: 7,
      sent: 9007199254740993n,
    },
  ]);
});

const count = () => sql<{ n: number }>`select count(*)::int as n from rate_limits`;

test('a database is used again without the rows that a test wrote, and nothing that outlives the test reaches it', async () => {
  const before = await testDatabase();
  await sql`insert into rate_limits (bucket, window_start, hits, expires_at) values ('a', now(), 1, now())`.execute(
    before.db,
  );
  await sql`set statement_timeout = '3min'`.execute(before.db);
  await before.close();
  const after = await testDatabase();
  expect(after.appUrl).toBe(before.appUrl);
  expect((await count().execute(after.db)).rows).toEqual([{ n: 0 }]);
  expect((await sql`show statement_timeout`.execute(after.db)).rows).toEqual([{ statement_timeout: '0' }]);
  await expect(count().execute(before.db)).rejects.toThrow('destroyed');
  await after.close();
});

test.each([
  ['its schema', 'create table more (id int8)'],
  ['a right', 'grant truncate on users to permille_app'],
  ['a row of the migrations', "update schema_migrations set checksum = 'another'"],
  [
    'what is known of its tables',
    'insert into rate_limits select g::text, now(), 1, now() from generate_series(1, 9) g; analyze rate_limits',
  ],
])('a database is not used again once a test changed %s', async (_, change) => {
  const before = await testDatabase();
  await sql.raw(change).execute(before.owner);
  await before.close();
  const after = await testDatabase();
  expect(after.appUrl).not.toBe(before.appUrl);
  await after.close();
});

test('a database is not used again while another session is open', async () => {
  const before = await testDatabase();
  const other = createDatabase(before.appUrl);
  await sql`select 1`.execute(other.db);
  await before.close();
  const after = await testDatabase();
  expect(after.appUrl).not.toBe(before.appUrl);
  await Promise.all([after.close(), other.close()]);
});
