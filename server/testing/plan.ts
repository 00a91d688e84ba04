import { type RawBuilder, sql } from 'kysely';
import { type Database, transact } from '#server/infra/transaction.ts';

/** How PostgreSQL would run a statement where a scan of a whole table is the last resort, as with many rows. */
export const planOf = (db: Database, statement: RawBuilder<unknown>): Promise<string> =>
  transact(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
