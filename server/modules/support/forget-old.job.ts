import { sql } from 'kysely';
import { SUPPORT_YEARS, TAKEDOWN_YEARS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

const BATCH = 500;

/** Once a day, deletes messages and takedown requests beyond their retention, in batches. Open ones stay. */
export function forgetOldMessages(db: Database): Job {
  let next = 0;
  return {
    name: 'support.forget-old',
    async run(now, signal) {
      if (now.getTime() < next) return;
      for (const forget of [forgetMessages, forgetTakedowns]) {
        while (!signal?.aborted && (await forget(db, now)) === BATCH);
      }
      if (!signal?.aborted) next = after(now, DAY).getTime();
    },
  };
}

/** Deletes messages with their answers. Returns the number of messages. */
const forgetMessages = async (db: Database, now: Date): Promise<number> =>
  Number(
    (
      await sql`delete from support_messages where id in (
        select id from support_messages where state in ('answered', 'closed')
          and created_at < ${now}::timestamptz - make_interval(years => ${SUPPORT_YEARS}) limit ${BATCH})`.execute(
        db,
      )
    ).numAffectedRows,
  );

const forgetTakedowns = async (db: Database, now: Date): Promise<number> =>
  Number(
    (
      await sql`delete from takedown_requests where id in (
        select id from takedown_requests
        where handled_at < ${now}::timestamptz - make_interval(years => ${TAKEDOWN_YEARS}) limit ${BATCH})`.execute(
        db,
      )
    ).numAffectedRows,
  );
