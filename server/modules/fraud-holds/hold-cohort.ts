import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { HOLD_DECISION_DAYS } from '#contract/limits.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notifyClipper } from '#server/modules/tracking/tracking.ts';

/** Shown to the clipper. Only admins see what the accounts have in common. */
const REASON =
  'Clips of several accounts look as if one person owned them or one order bought their views. A reviewer checks this before anything more is paid.';

interface NewHolds {
  cohortId: string;
  /** The clips, in any order. */
  submissionIds: readonly string[];
  adminId: UserId;
  now: Date;
}

/** Locks clips in the same order as counting. */
async function lockClips(tx: Tx, submissionIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('clip_tracking')
    .select('submission_id')
    .where('submission_id', 'in', submissionIds)
    .orderBy('submission_id')
    .forUpdate()
    .execute();
}

/**
 * Holds every unreleased view of these clips until an admin decides. If a clip has an open hold, that hold
 * stays as it is, because it has its own reasons. Returns the newly held clips; their clippers are notified.
 */
export async function holdCohort(tx: Tx, { cohortId, submissionIds, adminId, now }: NewHolds) {
  await lockClips(tx, submissionIds);
  const held = await tx
    .insertInto('fraud_holds')
    .values(submissionIds.map((id) => newHold(id, cohortId, now)))
    .onConflict((oc) => oc.column('submission_id').where('state', 'in', ['open', 'escalated']).doNothing())
    .returning(['id', 'submission_id'])
    .execute();
  for (const { id, submission_id } of held) {
    const data = { fraudHoldId: id, cohortId };
    await writeAudit(
      tx,
      actBy('admin', adminId, now),
      'fraud_hold.cohort',
      'submission',
      submission_id,
      data,
    );
    await notifyClipper(tx, submission_id, now, {
      kind: 'fraud_hold.opened',
      title: 'Views on hold',
      body: `The views of your clip are held until a reviewer has checked them. ${REASON}`,
    });
  }
  return held.map(({ submission_id }) => submission_id);
}

/**
 * Extends the open holds of these clips to every unreleased view, and opens one for clips without a hold, so
 * that one decision settles all. Returns the ids of the holds.
 */
export async function openCohortHolds(
  tx: Tx,
  { cohortId, submissionIds, now }: Omit<NewHolds, 'adminId'>,
): Promise<string[]> {
  await lockClips(tx, submissionIds);
  const held = await tx
    .insertInto('fraud_holds')
    .values(submissionIds.map((id) => newHold(id, cohortId, now)))
    .onConflict((oc) =>
      oc
        .column('submission_id')
        .where('state', 'in', ['open', 'escalated'])
        .doUpdateSet({
          cohort_id: cohortId,
          from_views: 0n,
          to_views: null,
          reason: sql`case when fraud_holds.cohort_id is null then fraud_holds.reason || ' ' || excluded.reason
          else fraud_holds.reason end`,
        }),
    )
    .returning('id')
    .execute();
  return held.map(({ id }) => id);
}

const newHold = (submissionId: string, cohortId: string, now: Date) => ({
  id: newId(),
  submission_id: submissionId,
  cohort_id: cohortId,
  state: 'escalated' as const,
  score: 0,
  reason: REASON,
  from_views: 0n,
  to_views: null,
  opened_at: now,
  decide_by: after(now, HOLD_DECISION_DAYS * DAY),
});
