import { sql } from 'kysely';
import type { Tx } from '#server/infra/transaction.ts';
import { upheldBefore } from './exclude-views.ts';
import { viewsIn } from './view-ranges.ts';

/**
 * Puts the views that an upheld hold excluded on hold again, because its clipper appealed: they count as eligible, as far
 * as the post still shows them, and are in dispute until somebody decides. The caller locked the clip's row of tracking
 * and saw that no other hold of the clip is open.
 */
export async function reopenHold(
  tx: Tx,
  { holdId, decideBy, now }: { holdId: string; decideBy: Date; now: Date },
): Promise<void> {
  const hold = await tx
    .updateTable('holds')
    .set({
      state: 'open',
      reopened_at: now,
      decide_by: decideBy,
      decided_at: null,
      decided_by: null,
    })
    .where('id', '=', holdId)
    .where('state', '=', 'upheld')
    .returning(['submission_id', 'excluded_eligible'])
    .executeTakeFirstOrThrow();
  const excluded = viewsIn(await upheldBefore(tx, hold.submission_id, holdId));
  // Holds upheld before this was written down: all that comes free was eligible.
  const taken = hold.excluded_eligible ?? sql<bigint>`excluded_views - ${excluded}::bigint`;
  await tx
    .updateTable('clip_tracking')
    .set({
      excluded_views: excluded,
      eligible_views: sql`least(eligible_views + ${taken}::bigint, greatest(views - ${excluded}::bigint, 0))`,
    })
    .where('submission_id', '=', hold.submission_id)
    .execute();
}
