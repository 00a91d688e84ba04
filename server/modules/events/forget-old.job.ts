import { sql } from 'kysely';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import { forgetRestored } from './forget-restored.ts';
import { EVENT_DAYS } from './rules.ts';

const BATCH = 5_000;

/**
 * Deletes old events every hour, in batches with one transaction each. Ids grow with time, so each batch
 * takes the lowest ids.
 */
export function forgetOldEvents(db: Database): Job {
  let next = 0;
  return {
    name: 'events.forget-old',
    async run(now, signal) {
      if (now.getTime() < next) return;
      await forgetRestored(db);
      // Age is measured in real time, as for sessions, so that a clock moved forward does not delete new
      // events.
      const before = after(new Date(), -EVENT_DAYS * DAY);
      while (!signal?.aborted && (await forgetSome(db, before)) === BATCH);
      next = after(now, HOUR).getTime();
    },
  };
}

async function forgetSome(db: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events e using (select xid, id, at from events order by xid, id limit ${BATCH}) first
    where e.xid = first.xid and e.id = first.id and first.at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
