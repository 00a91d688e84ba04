import { sql } from 'kysely';
import type { Log } from '#server/infra/log.ts';
import { afterCommits, type Database } from '#server/infra/transaction.ts';

/** What processes listen to; it says no more than that there are events. */
export const CHANNEL = 'events';

const PAUSE_MS = 25;

/**
 * Wakes other processes after this one has committed events: in a statement of its own, many commits at a time. A NOTIFY
 * within the transaction would let those that write events commit only one after the other.
 */
export function announceCommits(db: Database, log: Log): () => Promise<void> {
  let snapshot: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  async function send(): Promise<void> {
    timer = undefined;
    try {
      const { rows } = await sql<{ snapshot: string }>`
        select pg_current_snapshot()::text as snapshot, case when ${snapshot}::text is null or exists (
          select from events where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
            and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
        ) then pg_notify(${CHANNEL}, '') end`.execute(db);
      snapshot = rows[0]!.snapshot;
    } catch {
      // Readers ask by themselves every few seconds.
      snapshot = null;
    }
  }
  const end = afterCommits(db, log, () => {
    timer ??= setTimeout(() => {
      sending = sending.then(send);
    }, PAUSE_MS).unref();
  });
  return async () => {
    end();
    clearTimeout(timer);
    await sending;
  };
}
