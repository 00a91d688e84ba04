import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from './database.ts';

const t = await testDatabase();
afterAll(() => t.close());

test('what is sent twice is prepared, and planned for its own parameters each time', async () => {
  await t.db.connection().execute(async (db) => {
    // Only a plan that knows the parameter finds the index that this conflict needs.
    const insert = (id: number, isOdd: boolean) =>
      sql`insert into pg_temp.numbers values (${id}) on conflict (id) where is_odd = ${isOdd} do nothing`;
    await sql`create temporary table numbers (id int4, is_odd bool default true)`.execute(db);
    await sql`create unique index on pg_temp.numbers (id) where is_odd = true`.execute(db);
    for (let time = 0; time < 8; time++) await insert(3, true).execute(db);
    expect((await sql`select id from pg_temp.numbers`.execute(db)).rows).toEqual([{ id: 3 }]);
    const { rows } = await sql<{ custom: bigint }>`select custom_plans as custom from pg_prepared_statements
      where statement like 'insert into pg_temp%'`.execute(db);
    expect(rows).toEqual([{ custom: 7n }]);
  });
});
