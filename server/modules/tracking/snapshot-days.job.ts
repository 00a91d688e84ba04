import { sql } from 'kysely';
import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Partitions exist for today and this many days ahead. If creating them fails, an operator has this long to
 * notice.
 */
const DAYS_AHEAD = 3;
/** Days for which every snapshot is kept, unless the operator configures another number. */
export const SNAPSHOT_DAYS = 90;

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
const nextDay = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY) + 1) * DAY);

/**
 * Maintains the daily partitions of snapshots: creates those of the next days and drops those older than the
 * platforms allow or anyone needs. Snapshots that receipts name stay. So does one snapshot per day of clips
 * that are still counted.
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
