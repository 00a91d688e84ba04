import { sql } from 'kysely';
import { HOLD_SCORE } from '#contract/limits.ts';
import { SECOND } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { escalateAppeal } from '#server/modules/appeal-records/appeal-records.ts';
import { overturnAppeal } from './decide.ts';
import { isReleasedByTime } from './queries.ts';

const BATCH = 200;
const BY_TIME = `It was not decided in time, and the score is under ${HOLD_SCORE}.`;

interface Overdue {
  id: string;
  is_released: boolean;
}

/**
 * Handles appeals that nobody decided in time. A hold with a score under 60 is released. A rejection, a hold
 * with a higher score, or an audit without a fresh screenshot moves to the top of the admins' queue and is
 * never paid automatically.
 */
export function escalateJob(db: Database): Job {
  return {
    name: 'appeals.escalate',
    everyMs: 10 * SECOND,
    async run(now) {
      await forEachSettled(await findOverdue(db, now), async (appeal) => {
        if (appeal.is_released) {
          await overturnAppeal(db, { appealId: appeal.id, adminId: null, note: BY_TIME, now });
        } else await transact(db, (tx) => escalateAppeal(tx, appeal.id, now));
      });
    },
    isIdleUntilDue: true,
    nextDueAt: () =>
      db.selectFrom('appeals').select(sql<Date | null>`min(decide_by)`.as('at')).where('state', '=', 'open'),
  };
}

async function findOverdue(db: Database, now: Date): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    select a.id, ${isReleasedByTime} as is_released
    from appeals a join clip_tracking t on t.submission_id = a.submission_id
    where a.state = 'open' and a.decide_by <= ${now} order by a.id limit ${BATCH}`.execute(db);
  return rows;
}
