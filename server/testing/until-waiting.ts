import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';

/** Waits until this many connections to the owner's database wait for a lock. */
export async function untilWaiting(owner: Database, connections: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
    if (rows[0]!.waiting >= connections) return;
  }
}
