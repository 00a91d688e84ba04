import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';

/**
 * A dump that was loaded into another PostgreSQL keeps the numbers of transactions that the old one gave. Those that the new
 * one has not reached count as not committed yet, so each reading would return their events again. No event that is committed
 * here can have such a number.
 */
export async function forgetRestored(db: Database): Promise<void> {
  await sql`delete from events where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
}
