import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Deletes events restored from another PostgreSQL. Their transaction ids may be ones that this server has not
 * reached, which count as not committed, so each reading would return them again. Events committed on this
 * server can't have such ids.
 */
export async function forgetRestored(db: Database): Promise<void> {
  await sql`delete from events where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
}
