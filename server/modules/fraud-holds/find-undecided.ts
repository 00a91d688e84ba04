import type { Tx } from '#server/infra/transaction.ts';
import { upheldBefore } from './exclude-views.ts';
import type { Finding } from './finding.ts';
import { releasedPlace } from './released-place.ts';
import { outside, type ViewRange } from './view-ranges.ts';

/** If a score rises by less than this, it shows nothing new to the person who decided on it. */
export const SAME_FINDING = 9;

interface Judged {
  submissionId: string;
  views: bigint;
  /** The score when views of the clip were last upheld; null if none were. */
  upheldScore: number | null;
}

/**
 * Returns the range that a score contests and that nobody has judged. That is everything contested, unless
 * views were upheld at about this score before. Then it is only the part outside the judged ranges, because a
 * second purchase is a new finding. Returns undefined if everything was judged; null for every view that was
 * not released.
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

/**
 * Returns the ranges that people judged when they upheld holds of the clip, including holds that an appeal
 * reopened.
 */
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
