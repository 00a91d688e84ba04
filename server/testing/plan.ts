import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type Database, transact } from '#server/infra/transaction.ts';

/** How PostgreSQL would run a statement where a scan of a whole table is the last resort, as with many rows. */
export const planOf = (db: Database, statement: RawBuilder<unknown>): Promise<string> =>
  transact(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

/**
 * The same of each statement that a read makes, with sorts as a last resort too: a plan without "Sort" reads the rows in
 * their order.
 */
export async function plansOf(db: Database, read: (own: Database) => Promise<unknown>): Promise<string[]> {
  const asked: CompiledQuery[] = [];
  await read(
    db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        asked.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  return await transact(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_sort = off`.execute(tx);
    await sql`set local enable_incremental_sort = off`.execute(tx);
    const plans: string[] = [];
    for (const { sql: text, parameters } of asked) {
      const explain = CompiledQuery.raw(`explain ${text}`, [...parameters]);
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(explain);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}
