import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from './database.ts';

const first = await testDatabase();
const second = await testDatabase();
afterAll(() => Promise.all([first.close(), second.close()]));

test('gives each test a separate database', async () => {
  await sql`create table only_here (id int8 primary key)`.execute(first.owner);
  await expect(sql`select * from only_here`.execute(second.owner)).rejects.toThrow('does not exist');
});

test('the app role can write rows, and can change neither the schema nor the record of migrations', async () => {
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
