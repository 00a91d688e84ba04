import type { UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { stopTracking } from '#server/modules/tracking/tracking.ts';
import { upholdFraudHold } from './decide.ts';
import { excludeViews } from './exclude-views.ts';

export interface Fraud {
  submissionId: string;
  fromViews: bigint;
  /** Last excluded view; null excludes everything counted so far, and the clip is then counted no further. */
  toViews: bigint | null;
  adminId: UserId;
  note: string;
  now: Date;
}

/**
 * Excludes views that a person found bought, whether they were paid or not. The exclusion is stored as a new
 * upheld hold, which can be appealed. If all views are excluded, an open hold of the clip is upheld too;
 * otherwise the open hold must be decided first.
 */
export async function excludeFraud(tx: Tx, fraud: Fraud): Promise<Outcome<null, 'fraud_hold_undecided'>> {
  const { submissionId, adminId, note, now } = fraud;
  const clip = await tx
    .selectFrom('clip_tracking')
    .select(['views', 'score'])
    .where('submission_id', '=', submissionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const open = await tx
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', submissionId)
    .where('state', 'in', ['open', 'escalated'])
    .executeTakeFirst();
  if (open) {
    if (fraud.toViews !== null) return refuse('fraud_hold_undecided');
    const upheld = await upholdFraudHold(tx, { fraudHoldId: open.id, adminId, note, now });
    if (isRefusal(upheld)) return refuse('fraud_hold_undecided');
  }
  const range = { from_views: fraud.fromViews, to_views: fraud.toViews ?? clip.views };
  const score = clip.score ?? 0;
  const id = newId();
  await tx
    .insertInto('fraud_holds')
    .values({
      id,
      submission_id: submissionId,
      state: 'upheld',
      score,
      reason: 'A reviewer found that views were bought, after they were paid.',
      ...range,
      opened_at: now,
      decide_by: now,
      decided_at: now,
      decided_by: adminId,
      note,
    })
    .execute();
  const judged = { from: range.from_views, to: range.to_views };
  await excludeViews(tx, id, { submission_id: submissionId, score, ...range }, judged);
  if (fraud.toViews === null) await stopTracking(tx, [submissionId]);
  await writeAudit(tx, actBy('admin', adminId, now), 'fraud.upheld', 'submission', submissionId, {
    fraudHoldId: id,
    note,
    fromViews: range.from_views,
    toViews: range.to_views,
  });
  return null;
}
