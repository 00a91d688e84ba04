import { sql } from 'kysely';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Deletes figures of clips that are no longer counted once they are as old as deleted counts. Figures that
 * money was computed from stay.
 */
export function forgetJob({ db, keepDays }: { db: Database; keepDays: number }): Job {
  let next = 0;
  return {
    name: 'clip-analytics.forget',
    everyMs: HOUR,
    async run(now) {
      if (now.getTime() < next) return;
      await sql`
        delete from clip_analytics a using clip_tracking t
        where t.submission_id = a.submission_id and t.state <> 'polling'
          and coalesce(a.read_at, a.next_read_at) < ${after(now, -keepDays * DAY)}`.execute(db);
      await sql`select forget_stretches(${after(now, -keepDays * DAY)})`.execute(db);
      next = after(now, DAY).getTime();
    },
    nextDueAt: async () => (next === 0 ? null : new Date(next)),
  };
}
