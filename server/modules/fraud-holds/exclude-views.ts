import { sql } from 'kysely';
import type { Tx } from '#server/infra/transaction.ts';
import { saveJudgement } from '#server/modules/tracking/tracking.ts';
import { releasedPlace } from './released-place.ts';
import { placeAfter, upTo, type ViewRange, viewsIn } from './view-ranges.ts';

export interface DecidedHold {
  submission_id: string;
  score: number;
  from_views: bigint;
  /** Last held view; null for everything that was not released. */
  to_views: bigint | null;
  /** Set if host and clipper look like one person. The hold is then not about the score. */
  identity_match_id: string | null;
  /** Set if an admin decided on a cohort that the clip belongs to. */
  cohort_id: string | null;
}

/**
 * Excludes the views that an upheld hold contests. Stores the range that was decided, limited to the counted
 * views, so that all excluded views of a clip are the union of its upheld ranges and overlapping views are
 * excluded once. Views counted after the window, or while the caption failed, are not eligible, so they don't
 * replace excluded ones. `judged` is the range that a person examined, or null if nobody did; if views in
 * that range get a similar score again, that is no new finding.
 */
export async function excludeViews(
  tx: Tx,
  fraudHoldId: string,
  hold: Omit<DecidedHold, 'identity_match_id' | 'cohort_id'>,
  judged: ViewRange | null,
): Promise<void> {
  const clip = await tx
    .selectFrom('clip_tracking')
    .select(['views', 'eligible_views'])
    .where('submission_id', '=', hold.submission_id)
    .executeTakeFirstOrThrow();
  const before = await upheldBefore(tx, hold.submission_id, fraudHoldId);
  const range = await heldRange(tx, fraudHoldId, hold, clip.views);
  const excluded = viewsIn([...before, range]);
  const eligibleTo = placeAfter(clip.eligible_views, before);
  const taken = viewsIn([...before, upTo(eligibleTo, range)]) - viewsIn(before);
  const left = clip.views > excluded ? clip.views - excluded : 0n;
  await tx
    .updateTable('fraud_holds')
    .set({
      from_views: range.from,
      to_views: range.to,
      eligible_to: eligibleTo,
      ...(judged && {
        judged_from: sql<bigint>`least(judged_from, ${judged.from})`,
        judged_to: sql<bigint>`greatest(judged_to, ${judged.to})`,
      }),
    })
    .where('id', '=', fraudHoldId)
    .execute();
  await saveJudgement(tx, hold.submission_id, {
    excluded_views: excluded,
    eligible_views: least(clip.eligible_views - taken, left),
    ...(judged && { upheld_score: sql<number>`greatest(${hold.score}, score)` }),
  });
}

/** Returns the range of the counter that a hold contests, limited to the counted views. */
export async function heldRange(
  tx: Tx,
  fraudHoldId: string,
  hold: Pick<DecidedHold, 'submission_id' | 'from_views' | 'to_views'>,
  countedViews: bigint,
): Promise<ViewRange> {
  const { submission_id: id, from_views, to_views } = hold;
  const from =
    to_views === null ? await releasedPlace(tx, id, await upheldBefore(tx, id, fraudHoldId)) : from_views;
  const to = least(to_views ?? countedViews, countedViews);
  return { from: least(from, to), to };
}

/**
 * Returns the ranges that the clip's upheld holds exclude. Leaves out the hold with this id, if one is given.
 */
export async function upheldBefore(
  tx: Tx,
  submissionId: string,
  fraudHoldId: string | null,
): Promise<ViewRange[]> {
  const rows = await tx
    .selectFrom('fraud_holds')
    .select(['from_views', 'to_views'])
    .where('submission_id', '=', submissionId)
    .where('state', '=', 'upheld')
    .where('id', 'is distinct from', fraudHoldId)
    .execute();
  return rows.map(({ from_views, to_views }) => ({ from: from_views, to: to_views ?? from_views }));
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
