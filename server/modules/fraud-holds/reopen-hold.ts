import type { Tx } from '#server/infra/transaction.ts';
import { saveJudgement } from '#server/modules/tracking/tracking.ts';
import { upheldBefore } from './exclude-views.ts';
import { upTo, viewsIn } from './view-ranges.ts';

/**
 * Reopens an upheld hold because its clipper appealed. The hold's views count as eligible again, as far as
 * the post still has them, and are contested until somebody decides. The caller has locked the clip's
 * tracking row and checked that the clip has no other open hold.
 */
export async function reopenHold(
  tx: Tx,
  { fraudHoldId, decideBy, now }: { fraudHoldId: string; decideBy: Date; now: Date },
): Promise<void> {
  const hold = await tx
    .updateTable('fraud_holds')
    .set({
      state: 'open',
      reopened_at: now,
      decide_by: decideBy,
      decided_at: null,
      decided_by: null,
    })
    .where('id', '=', fraudHoldId)
    .where('state', '=', 'upheld')
    .returning(['submission_id', 'from_views', 'to_views', 'eligible_to'])
    .executeTakeFirstOrThrow();
  const { views, eligible_views } = await tx
    .selectFrom('clip_tracking')
    .select(['views', 'eligible_views'])
    .where('submission_id', '=', hold.submission_id)
    .executeTakeFirstOrThrow();
  const others = await upheldBefore(tx, hold.submission_id, fraudHoldId);
  const excluded = viewsIn(others);
  const range = { from: hold.from_views, to: hold.to_views ?? hold.from_views };
  const eligible =
    eligible_views + viewsIn([...others, upTo(hold.eligible_to ?? range.to, range)]) - excluded;
  const most = views > excluded ? views - excluded : 0n;
  await saveJudgement(tx, hold.submission_id, {
    excluded_views: excluded,
    eligible_views: eligible < most ? eligible : most,
  });
}
