import { sql } from 'kysely';
import { HOLD_SCORE } from '#contract/limits.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { SECOND } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { closeHoldAppeal } from '#server/modules/appeal-records/appeal-records.ts';
import { notifyParticipants } from '#server/modules/tracking/tracking.ts';
import { hasFallen, isAnswered } from './audit-holds.ts';
import { ABOUT_PEOPLE, IS_AUDIT } from './queries.ts';

/**
 * SQL: only the reviewers are late with audit `h`. Either a fresh screenshot arrived in time and showed no
 * fewer views, or the clip is no longer counted and accepts no screenshots.
 */
const isLate = sql`exists (select from attestation_audits a where a.fraud_hold_id = h.id and h.reopened_at is null
  and not ${hasFallen} and (${isAnswered} or t.state <> 'polling'))`;

/**
 * SQL: hold `h` is based on figures that the clip's owner has withdrawn. The score now lacks these figures,
 * so it says nothing about the hold.
 */
const isWithdrawn = sql`(h.by_analytics and not exists (select from clip_analytics a
  where a.submission_id = h.submission_id and a.read_at is not null))`;

/**
 * SQL: hold `h` may be released because its time is over. A hold about identities, or one whose evidence was
 * withdrawn, waits for an admin, whatever the score of clip `t`.
 */
const isReleasable = sql`(not ${ABOUT_PEOPLE} and not ${isWithdrawn} and (t.band = 'clean' or t.score < ${sql.lit(HOLD_SCORE)})
  and (not ${IS_AUDIT} or ${isLate}))`;

/**
 * Handles holds that nobody decided in time. A hold with a middling score, or with a score that became clean
 * after another day of data, is released. A hold with a high score, or an audit without a good answer, is
 * escalated to an admin and never paid automatically.
 */
export function deadlinesJob(db: Database): Job {
  return {
    name: 'fraud-holds.deadlines',
    everyMs: 10 * SECOND,
    async run(now) {
      await transact(db, async (tx) => {
        const moved = await sql<Moved>`
          update fraud_holds h set
            state = case when ${isReleasable} then 'released' else 'escalated' end,
            decided_at = case when ${isReleasable} then ${now}::timestamptz end
          from clip_tracking t
          where t.submission_id = h.submission_id and h.state = 'open'
            and ((t.band = 'clean' and not ${ABOUT_PEOPLE} and not ${IS_AUDIT} and not ${isWithdrawn}
              and coalesce(h.reopened_at, h.opened_at) + interval '24 hours' <= ${now}) or h.decide_by <= ${now})
          returning h.id, h.submission_id, h.state`.execute(tx);
        for (const hold of moved.rows) await notifyMoved(tx, hold, now);
      });
    },
    nextDueAt: () =>
      db
        .selectFrom('fraud_holds')
        .select(sql<Date | null>`min(decide_by)`.as('at'))
        .where('state', '=', 'open'),
  };
}

interface Moved {
  id: string;
  submission_id: string;
  state: 'released' | 'escalated';
}

/**
 * Writes audit row and notifications of an automatic decision. An appeal of the hold closes with it and sends its own notifications.
 */
async function notifyMoved(tx: Tx, hold: Moved, now: Date): Promise<void> {
  const kind = `fraud_hold.${hold.state}` as const;
  await writeAudit(tx, bySystem(now), kind, 'submission', hold.submission_id, { fraudHoldId: hold.id });
  if (hold.state === 'escalated') {
    return await notifyParticipants(tx, hold.submission_id, now, {
      kind,
      title: 'The review of held views is taking longer',
      toClipper:
        'The held views of your clip were not decided on in time, so they are now first in the queue. They are not paid until a reviewer has checked them.',
      toHost:
        'its held views were not decided on in time, so they are now first in the queue. Your budget does not pay them until a reviewer has checked them.',
    });
  }
  const note = `The score is now under ${HOLD_SCORE}.`;
  if (await closeHoldAppeal(tx, hold.id, { outcome: 'overturned', adminId: null, note, now })) return;
  await notifyParticipants(tx, hold.submission_id, now, {
    kind,
    title: 'Views released',
    toClipper: `The held views of your clip were released. ${note}`,
    toHost: `its held views were released, and your budget pays them if the clip is approved. ${note}`,
  });
}
