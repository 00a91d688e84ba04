import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { AWAITED_DAYS } from '#contract/limits.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { ON_HOLD } from '#server/modules/fraud-holds/fraud-holds.ts';
import { type Drawn, type DrawnClip, openAudit } from './open-audit.ts';
import { settleDraws } from './settle-draws.ts';

/** SQL: the owner of counted clip `t` releases the account's analytics by its current connection. */
export const isReleasing = sql<boolean>`(t.state = 'polling' and exists (
  select from connections own join connections live
    on live.user_id = own.user_id and live.platform = own.platform and live.external_id = own.external_id
  where own.id = t.connection_id and live.state = 'active' and live.analytics_released_at is not null))`;

/**
 * Lets released analytics answer an audit before it begins, because they are late. Nothing is drawn for the clip
 * until then, so its unproven money stays, and money that needs no evidence is not held and released again.
 */
export async function awaitAnalytics(
  tx: Tx,
  clip: DrawnClip,
  { probability, drawn, now }: Drawn,
): Promise<void> {
  const { submission_id, views, paid_micros, fresh_micros } = clip;
  const answerBy = after(now, AWAITED_DAYS * DAY);
  await tx
    .insertInto('awaited_audits')
    .values({
      ...{ submission_id, views, probability, drawn },
      drawn_micros: paid_micros,
      drawn_at: now,
      answer_by: answerBy,
    })
    .execute();
  const data = { probability, drawn, freshMicros: fresh_micros, views, answerBy };
  await writeAudit(tx, bySystem(now), 'clip_audit.awaits_analytics', 'submission', submission_id, data);
}

/** SQL: analytics answered audit `w` of clip `t`, or no unproven view of it is left. */
const isAnswered = sql`(greatest(t.proven_views, t.shown_views) >= least(w.views, t.views))`;

/** SQL: audit `w` of clip `t` ends, unless a hold on the clip is decided first. */
const isOver = (now: Date) => sql`(${isAnswered} or (w.answer_by <= ${now} or not ${isReleasing})
  and not exists (select from fraud_holds h where h.submission_id = w.submission_id and h.state in ${ON_HOLD}))`;

/** SQL of the time at which the next awaited audit ends; null if there is none. */
export const nextAwaitedAt = sql`(select min(case when ${isAnswered} then w.drawn_at else w.answer_by end)
  from awaited_audits w join clip_tracking t on t.submission_id = w.submission_id)`;

interface Awaited {
  submission_id: string;
  clipper_id: AccountId;
  views: bigint;
  drawn_micros: bigint;
  fresh_micros: bigint;
  probability: number;
  drawn: number;
  proven_views: bigint;
  is_answered: boolean;
}

/** Ends audits that analytics answered, and begins those that they did not answer or can't answer any more. */
export async function endAwaited(db: Database, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select w.submission_id as id from awaited_audits w join clip_tracking t on t.submission_id = w.submission_id
    where ${isOver(now)} order by w.submission_id limit 500`.execute(db);
  await forEachSettled(rows, ({ id }) => transact(db, (tx) => endOne(tx, id, now)));
}

async function endOne(tx: Tx, submissionId: string, now: Date): Promise<void> {
  // Takes the lock that counting and decisions take, then reads what is true now.
  await sql`select from clip_tracking where submission_id = ${submissionId} for no key update`.execute(tx);
  const { rows } = await sql<Awaited>`
    delete from awaited_audits w using clip_tracking t
    where w.submission_id = ${submissionId} and t.submission_id = w.submission_id and ${isOver(now)}
    returning w.submission_id, t.clipper_id, w.views, w.drawn_micros, w.probability, w.drawn,
      least(t.proven_views, t.views) as proven_views, ${isAnswered} as is_answered,
      w.drawn_micros - coalesce((select d.drawn_micros from audit_draws d
        where d.submission_id = w.submission_id), 0) as fresh_micros`.execute(tx);
  const [audit] = rows;
  if (!audit) return;
  const { drawn_micros, probability, drawn, is_answered } = audit;
  await settleDraws(tx, [{ submission_id: submissionId, paid_micros: drawn_micros }], now);
  if (!is_answered) await openAudit(tx, audit, { probability, drawn, now });
}
