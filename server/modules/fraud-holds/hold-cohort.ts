import { sql } from 'kysely';
import { HOLD_DECISION_DAYS } from '#contract/limits.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notifyClipper } from '#server/modules/tracking/tracking.ts';

/** The clipper reads this; what joins the accounts stands with the admin. */
const REASON =
  'Several accounts look as if one person or one purchase stood behind their clips. A reviewer checks this before anything more is paid.';

interface NewHolds {
  cohortId: string;
  /** In no order. */
  submissionIds: readonly string[];
  adminId: string;
  now: Date;
}

/** Locks clips in the order in which whoever counts them does. */
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
 * Holds every view of these clips that was not released, until an admin decides. A clip that has an open hold keeps it as it is: it
 * has reasons of its own. Returns the clips that are newly held; each clipper is told.
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
 * The open holds of these clips, each made to contest every view that was not released, so that one decision settles all; a clip
 * without one gets it. Returns their ids.
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
