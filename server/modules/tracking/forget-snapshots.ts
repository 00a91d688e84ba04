import { sql } from 'kysely';
import type { Tx } from '#server/infra/transaction.ts';

/** Deletes the counts of a forgotten connection's clips, except counts that money was computed from or that are contested. */
export async function forgetSnapshots(tx: Tx, connectionId: string): Promise<void> {
  await sql`select forget_snapshots(${connectionId}::uuid)`.execute(tx);
}
