import { type RawBuilder, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import type { Database } from './db.ts';
import { notPrepared, prepared } from './prepared.ts';

const t = await testDatabase();
afterAll(() => t.close());

type Connection = Database['db'];

const times = async (count: number, send: () => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < count; time++) await send();
};

/** Returns the statements that one connection has prepared and whose text contains this name. */
async function preparedBy(name: string, work: (db: Connection) => Promise<void>): Promise<string[]> {
  return await t.db.connection().execute(async (db) => {
    await work(db);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
      where strpos(statement, ${name}) > 0`.execute(db);
    return rows.map(({ statement }) => statement);
  });
}

test('a statement is prepared when it is sent a third time, once per connection', async () => {
  const ask = (n: number, db: Connection) =>
    sql<{ n: number }>`select ${n}::int as n, 'repeated' as third`.execute(db);
  const statements = await preparedBy('repeated', async (db) => {
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) expect((await ask(n, db)).rows[0]!.n).toBe(n);
    await times(2, () => sql`select 'repeated' as twice`.execute(db));
  });
  expect(statements).toEqual([expect.stringContaining('as third')]);
});

test('a read of all columns still works after a release added one, and after the statement was prepared by name', async () => {
  const readings: [name: string, RawBuilder<unknown>][] = [
    ['star', sql`select t.* from grows t where id > ${0}`],
    ['returning', sql`update grows set id = id where id > ${0} returning *`],
    ['named', sql`with all_of as (select * from grows) select id from all_of where id > ${0}`],
  ];
  const statements = await preparedBy('grows', async (db) => {
    await sql`create temporary table grows (id int4)`.execute(db);
    await sql`insert into grows values (1)`.execute(db);
    for (const [, reading] of readings) await times(3, () => reading.execute(db));
    await sql`alter table grows add column later int4 default 2`.execute(db);
    for (const [name, reading] of readings)
      expect((await reading.execute(db)).rows, name).toEqual([
        name === 'named' ? { id: 1 } : expect.objectContaining({ id: 1, later: 2 }),
      ]);
  });
  expect(statements).toEqual([expect.stringContaining('all_of')]);
});

test('a conflict with a partial index finds it however often it is sent', async () => {
  await preparedBy('odd', async (db) => {
    await sql`create temporary table odd (id int4, is_odd bool default true)`.execute(db);
    await sql`create unique index on odd (id) where is_odd = true`.execute(db);
    await times(9, () =>
      sql`insert into odd (id) values (${3}) on conflict (id) where is_odd = ${true} do nothing`.execute(db),
    );
    expect((await sql`select id from odd`.execute(db)).rows).toEqual([{ id: 3 }]);
  });
});

test('a statement that takes an array is planned for its length, and a marked one as its mark says', async () => {
  const statements = await preparedBy('marked', async (db) => {
    await times(9, () => sql`select 'marked', id from users where id = any(${[]}::uuid[])`.execute(db));
    await times(9, () => sql`${notPrepared} select 'marked', ${1}::int`.execute(db));
    await sql`${prepared} select 'marked once', id from users where id = any(${[]}::uuid[])`.execute(db);
  });
  expect(statements).toEqual([expect.stringContaining('marked once')]);
});
