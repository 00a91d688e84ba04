import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type Database, transact } from '#server/infra/transaction.ts';

/**
 * Returns PostgreSQL's plan of a statement when a sequential scan is the last resort, as in a large table.
 */
export const planOf = (db: Database, statement: RawBuilder<unknown>): Promise<string> =>
  transact(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

/** Returns PostgreSQL's plan of each statement of a read, with the current settings and statistics. */
export const explained = (db: Database, read: (own: Database) => Promise<unknown>): Promise<string[]> =>
  explain(db, read, []);

/**
 * Like `explained`, but sequential scans and sorts are the last resort. A plan without "Sort" reads the rows
 * in index order.
 */
export const plansOf = (db: Database, read: (own: Database) => Promise<unknown>): Promise<string[]> =>
  explain(db, read, ['enable_seqscan', 'enable_sort', 'enable_incremental_sort']);

async function explain(
  db: Database,
  read: (own: Database) => Promise<unknown>,
  lastResorts: readonly string[],
): Promise<string[]> {
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
    for (const name of lastResorts) await sql`set local ${sql.raw(name)} = off`.execute(tx);
    const plans: string[] = [];
    for (const { sql: text, parameters } of asked) {
      const statement = CompiledQuery.raw(`explain ${text}`, [...parameters]);
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(statement);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}
