import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { prepared } from './prepared.ts';

const t = await testDatabase({ productionPlans: true });
afterAll(() => t.close());

test('marked statements are prepared once per connection, all others never', async () => {
  const names = await t.db.connection().execute(async (db) => {
    for (const n of [1, 2, 3]) {
      expect((await sql<{ n: number }>`${prepared} select ${n}::int as n`.execute(db)).rows).toEqual([{ n }]);
      await db
        .selectFrom('users')
        .select('id')
        .modifyFront(prepared)
        .where('email', '=', String(n))
        .execute();
      await db.selectFrom('users').select('id').where('email', '=', String(n)).execute();
    }
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    );
    return rows.map((row) => row.statement);
  });
  expect(names).toHaveLength(2);
  expect(names.every((statement) => statement.includes('/* prepared */'))).toBe(true);
});
