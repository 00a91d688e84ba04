import { sql } from 'kysely';
import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Today and so many days ahead have their part: time for an operator to see that making them fails. */
const DAYS_AHEAD = 3;
/** How long every snapshot is kept where the operator says nothing else. */
export const SNAPSHOT_DAYS = 90;

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
const nextDay = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY) + 1) * DAY);

/**
 * Keeps the snapshots' parts: makes those of the coming days, and ends those that are older than the platforms permit or
 * anybody needs. What receipts name stays, and a point a day of clips that are still counted.
 */
export function snapshotDaysJob({ db, keepDays }: { db: Database; keepDays: number }): Job {
  let done: Date | null = null;
  return {
    name: 'tracking.snapshot-days',
    async run(now) {
      if (done && now < done) return;
      await sql`select make_snapshot_days(${dayOf(now)}::date, ${DAYS_AHEAD + 1})`.execute(db);
      const before = dayOf(after(now, -keepDays * DAY));
      await sql`select expire_snapshot_days(least(${before}::date, last_snapshot_days_end()))`.execute(db);
      done = nextDay(now);
    },
    nextDueAt: async () => done,
  };
}
