import type { MatchSummary } from '#contract/clips/clip-match.ts';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';

/** The preselected reason if nothing of the source was found in any of the clips; the host decides. */
export const reasonOffered = (
  clips: readonly { match: Pick<MatchSummary, 'state'> }[],
): RejectReason | null =>
  clips.length > 0 && clips.every(({ match }) => match.state === 'nothing_found') ? 'wrong_content' : null;
