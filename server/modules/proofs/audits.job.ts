import { sql } from 'kysely';
import { AUDIT_DAYS, HOLD_SCORE } from '#contract/limits.ts';
import { MINUTE } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import {
  ABOUT_PEOPLE,
  isShown,
  releaseFraudHold,
  upholdFraudHold,
} from '#server/modules/fraud-holds/fraud-holds.ts';
import { endAwaited, nextAwaitedAt } from './awaited-audits.ts';
import { type Draw, drawAudits } from './draw-audits.ts';

/**
 * SQL: hold `h` of an audit contests nothing else. A high score, or a match of identities that was found later
 * and joined the same hold, is for an admin to decide.
 */
const isOnlyAudit = sql`(h.score < ${sql.lit(HOLD_SCORE)} and not ${ABOUT_PEOPLE})`;

/** SQL: audit `a` of hold `h` and clip `t` is passed, because the views are proven. */
const isPassed = sql`(h.state in ('open', 'escalated') and greatest(t.proven_views, t.shown_views) >= a.views and ${isOnlyAudit})`;

/** SQL: nobody answered audit `a` of hold `h` in time: no picture, no analytics, and no appeal waits. */
const isMissed = sql`(h.state = 'open' and ${isOnlyAudit} and not ${isShown}
  and not exists (select from clip_analytics k where k.submission_id = a.submission_id and k.read_at is not null)
  and not exists (select from appeals ap where ap.fraud_hold_id = h.id and ap.state in ('open', 'escalated')))`;

const audits = sql`clip_audits a join fraud_holds h on h.id = a.fraud_hold_id
  join clip_tracking t on t.submission_id = a.submission_id`;

/**
 * Draws audits, releases the holds of audits whose views were proven meanwhile, and upholds those that nobody
 * answered in time. If analytics were released but prove nothing, an admin decides.
 */
export function auditsJob(db: Database, draw: Draw): Job {
  return {
    name: 'proofs.audits',
    everyMs: 5 * MINUTE,
    async run(now) {
      await forEachSettled(
        [() => endAwaited(db, now), () => drawAudits(db, now, draw), () => endAudits(db, now)],
        (step) => step(),
      );
    },
    async nextDueAt() {
      const { rows } = await sql<{ at: Date | null }>`
        select least((select min(case when ${isPassed} then a.opened_at else a.due_at end) from ${audits}
          where ${isPassed} or ${isMissed}), ${nextAwaitedAt}) as at`.execute(db);
      return rows[0]?.at ?? null;
    },
  };
}

async function endAudits(db: Database, now: Date): Promise<void> {
  const { rows } = await sql<{ fraudHoldId: string; isPassed: boolean }>`
    select a.fraud_hold_id as "fraudHoldId", ${isPassed} as "isPassed" from ${audits}
    where ${isPassed} or a.due_at <= ${now} and ${isMissed}
    order by a.submission_id limit 200`.execute(db);
  await forEachSettled(rows, (row) => transact(db, (tx) => endAudit(tx, row, now)));
}

async function endAudit(
  tx: Tx,
  { fraudHoldId, isPassed: wasPassed }: { fraudHoldId: string; isPassed: boolean },
  now: Date,
): Promise<void> {
  // Takes the lock that counting and decisions take, then checks again that nothing changed meanwhile.
  await sql`select from clip_tracking where submission_id = (
    select submission_id from clip_audits where fraud_hold_id = ${fraudHoldId}) for no key update`.execute(
    tx,
  );
  const still = await sql`select from ${audits}
    where a.fraud_hold_id = ${fraudHoldId} and ${wasPassed ? isPassed : isMissed}`.execute(tx);
  if (still.rows.length === 0) return;
  const decision = { fraudHoldId, adminId: null, now };
  if (wasPassed) await releaseFraudHold(tx, { ...decision, note: 'The analytics show that people watched.' });
  else
    await upholdFraudHold(tx, {
      ...decision,
      note: `No analytics and no picture of them came within ${AUDIT_DAYS} days.`,
    });
}
