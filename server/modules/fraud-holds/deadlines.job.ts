import { sql } from 'kysely';
import { HOLD_SCORE } from '#contract/limits.ts';
import { writeAudit } from '#server/infra/audit.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { closeHoldAppeal } from '#server/modules/appeal-records/appeal-records.ts';
import { hasFallen, isAnswered } from './audit-holds.ts';

/** An audit of a screenshot is no matter of the score. */
const isAudit = sql`exists (select from attestation_audits a where a.fraud_hold_id = h.id)`;

/**
 * Nobody but the people who were to decide kept audit `h` waiting: a fresh screenshot came in time and showed no
 * fewer views, or the clip is not counted and takes none.
 */
const isLate = sql`exists (select from attestation_audits a where a.fraud_hold_id = h.id and h.reopened_at is null
  and not ${hasFallen} and (${isAnswered} or t.state <> 'polling'))`;

/** Time alone may release hold `h`; one about who people are waits for an admin, whatever the score of clip `t`. */
const letsGo = sql`(h.identity_match_id is null and (t.band = 'clean' or t.score < ${sql.lit(HOLD_SCORE)})
  and (not ${isAudit} or ${isLate}))`;

/**
 * What happens to a hold that nobody decides: a middling score, or one that fell clean with a day more of data, lets
 * go; a high one, or an audit that was not answered well, goes to an admin and never pays by itself.
 */
export function deadlinesJob(db: Database): Job {
  return {
    name: 'fraud-holds.deadlines',
    async run(now) {
      await transact(db, async (tx) => {
        const moved = await sql<{ id: string; submission_id: string; state: string; score: number }>`
          update fraud_holds h set
            state = case when ${letsGo} then 'released' else 'escalated' end,
            decided_at = case when ${letsGo} then ${now}::timestamptz end
          from clip_tracking t
          where t.submission_id = h.submission_id and h.state = 'open'
            and ((t.band = 'clean' and h.identity_match_id is null and not ${isAudit}
              and coalesce(h.reopened_at, h.opened_at) + interval '24 hours' <= ${now}) or h.decide_by <= ${now})
          returning h.id, h.submission_id, h.state, h.score`.execute(tx);
        for (const hold of moved.rows) {
          await writeAudit(tx, {
            at: now,
            actorId: null,
            actorKind: 'system',
            action: `fraud_hold.${hold.state}`,
            subjectType: 'submission',
            subjectId: hold.submission_id,
            data: { fraudHoldId: hold.id },
          });
          if (hold.state !== 'released') continue;
          const note = `The score is under ${HOLD_SCORE} by now.`;
          await closeHoldAppeal(tx, hold.id, { outcome: 'overturned', adminId: null, note, now });
        }
      });
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('fraud_holds')
        .select(sql<Date | null>`min(decide_by)`.as('at'))
        .where('state', '=', 'open')
        .executeTakeFirst();
      return row?.at ?? null;
    },
  };
}
