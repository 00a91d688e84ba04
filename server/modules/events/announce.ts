import { sql } from 'kysely';
import type { Log } from '#server/infra/log.ts';
import { afterCommits, type Database } from '#server/infra/transaction.ts';

/** The channel on which processes listen. A notification says only that there are new events. */
export const CHANNEL = 'events';

const PAUSE_MS = 25;

/**
 * Notifies other processes after this one has committed events. One separate statement notifies of many
 * commits, because a NOTIFY inside each transaction would serialize the commits of all writers.
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
      // An error loses no event, because readers also poll every few seconds.
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
