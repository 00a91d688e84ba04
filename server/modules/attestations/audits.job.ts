import { sql } from 'kysely';
import { AUDIT_DAYS, HOLD_SCORE } from '#contract/limits.ts';
import { SECOND } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { isAnswered, upholdFraudHold } from '#server/modules/fraud-holds/fraud-holds.ts';

/**
 * Matches audits `a` of hold `h` that nothing but a fresh screenshot can answer: none was sent, no appeal is
 * open, and the score is not high. A clip that is no longer counted is left out, because it accepts no
 * screenshot.
 */
const unanswered = sql`h.state = 'open' and h.score < ${sql.lit(HOLD_SCORE)}
  and not ${isAnswered}
  and exists (select from clip_tracking t where t.submission_id = a.submission_id and t.state = 'polling')
  and not exists (select from appeals ap where ap.fraud_hold_id = h.id and ap.state in ('open', 'escalated'))`;

/**
 * Upholds the hold of an audit if no fresh screenshot was sent in time, so that the audited views are not
 * paid. The clipper can appeal.
 */
export function auditsJob(db: Database): Job {
  return {
    name: 'attestations.audits',
    everyMs: 10 * SECOND,
    async run(now) {
      const { rows } = await sql<{ fraud_hold_id: string; submission_id: string }>`
        select a.fraud_hold_id, a.submission_id from attestation_audits a join fraud_holds h on h.id = a.fraud_hold_id
        where a.due_at <= ${now} and ${unanswered} order by a.submission_id limit 200`.execute(db);
      await forEachSettled(rows, ({ fraud_hold_id: fraudHoldId, submission_id }) =>
        transact(db, async (tx) => {
          // Takes the lock that sending and deciding on a screenshot take, then checks again that no
          // screenshot was sent meanwhile.
          await sql`select from submissions where id = ${submission_id} for no key update`.execute(tx);
          const still =
            await sql`select from attestation_audits a join fraud_holds h on h.id = a.fraud_hold_id
            where a.fraud_hold_id = ${fraudHoldId} and ${unanswered}`.execute(tx);
          if (still.rows.length === 0) return;
          const note = `No fresh screenshot came within ${AUDIT_DAYS} days.`;
          await upholdFraudHold(tx, { fraudHoldId, adminId: null, note, now });
        }),
      );
    },
    async nextDueAt() {
      const { rows } = await sql<{ at: Date | null }>`
        select min(a.due_at) as at from attestation_audits a join fraud_holds h on h.id = a.fraud_hold_id where ${unanswered}`.execute(
        db,
      );
      return rows[0]?.at ?? null;
    },
  };
}
