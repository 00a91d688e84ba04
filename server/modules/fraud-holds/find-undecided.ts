import type { Tx } from '#server/infra/transaction.ts';
import { upheldBefore } from './exclude-views.ts';
import type { Finding } from './finding.ts';
import { releasedPlace } from './released-place.ts';
import { outside, type ViewRange } from './view-ranges.ts';

/** A score that creeps up by less tells nothing that the person who decided on it has not seen. */
export const SAME_FINDING = 9;

interface Judged {
  submissionId: string;
  views: bigint;
  /** The score when views of the clip were last upheld; null when none were. */
  upheldScore: number | null;
}

/**
 * What a score that holds a clip contests: all of it, unless people upheld views at about this score before. Then only
 * what lies outside of the stretches that they judged, for what was bought once has not paid for the next package.
 * Undefined when they have decided on all of it; null is every view that was not released.
 */
export async function findUndecided(
  tx: Tx,
  { submissionId, views, upheldScore }: Judged,
  { score, contestedRange }: Finding,
): Promise<Finding['contestedRange'] | undefined> {
  if (upheldScore === null || score > upheldScore + SAME_FINDING) return contestedRange;
  const contested = contestedRange
    ? inOrder(BigInt(contestedRange.fromViews), BigInt(contestedRange.toViews))
    : { from: await firstUnreleased(tx, submissionId), to: views };
  const rest = outside(contested, await judgedRanges(tx, submissionId));
  return rest ? { fromViews: Number(rest.from), toViews: Number(rest.to) } : undefined;
}

const inOrder = (a: bigint, b: bigint): ViewRange => (a < b ? { from: a, to: b } : { from: b, to: a });

const firstUnreleased = async (tx: Tx, submissionId: string): Promise<bigint> =>
  releasedPlace(tx, submissionId, await upheldBefore(tx, submissionId, null));

/** What people judged before they upheld a hold of the clip, also where an appeal opened it again. */
async function judgedRanges(tx: Tx, submissionId: string): Promise<ViewRange[]> {
  const rows = await tx
    .selectFrom('fraud_holds')
    .select(['judged_from', 'judged_to'])
    .where('submission_id', '=', submissionId)
    .where('state', '<>', 'released')
    .where('judged_from', 'is not', null)
    .execute();
  return rows.map(({ judged_from, judged_to }) => ({ from: judged_from!, to: judged_to! }));
}
