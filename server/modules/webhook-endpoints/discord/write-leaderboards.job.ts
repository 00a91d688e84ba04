import { sql } from 'kysely';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/** 1970-01-05, a Monday, at 12:00 UTC. */
const A_MONDAY = Date.UTC(1970, 0, 5, 12);
const WEEK = 7 * DAY;
/**
 * If the server was down at noon, it still posts the leaderboard up to this much later; after that the
 * leaderboard would be old news.
 */
const LATE_MS = 12 * HOUR;

/** Returns the latest Monday noon at or before `now`. */
const lastDue = (now: Date): Date =>
  new Date(A_MONDAY + Math.floor((now.getTime() - A_MONDAY) / WEEK) * WEEK);

/**
 * On Mondays, writes a delivery for each Discord channel that chose the leaderboard and was added before that
 * noon.
 */
export function writeLeaderboards(db: Database): Job {
  let done = 0;
  return {
    name: 'webhook-endpoints.write-leaderboards',
    async run(now) {
      const due = lastDue(now);
      if (done === due.getTime()) return;
      if (now < after(due, LATE_MS)) await write(db, due, now);
      done = due.getTime();
    },
    async nextDueAt() {
      const wanted = await db
        .selectFrom('webhook_endpoints')
        .select('id')
        .where('state', '=', 'enabled')
        .where(sql<boolean>`'leaderboard.weekly' = any(kinds)`)
        .executeTakeFirst();
      return wanted && done > 0 ? new Date(done + WEEK) : null;
    },
  };
}

/**
 * Writes the deliveries of one week. Safe in several processes: the event id is derived from channel and
 * week.
 */
async function write(db: Database, due: Date, now: Date): Promise<void> {
  await sql`
    insert into webhook_deliveries (endpoint_id, event_id, kind, occurred_at, next_attempt_at, created_at)
    select id, md5(id::text || ${due.toISOString()})::uuid, 'leaderboard.weekly', ${due}, ${now}, ${now}
    from webhook_endpoints
    where format = 'discord' and state = 'enabled' and 'leaderboard.weekly' = any(kinds) and created_at < ${due}
    on conflict (endpoint_id, event_id) do nothing`.execute(db);
}
