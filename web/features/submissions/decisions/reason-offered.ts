import type { MatchSummary } from '#contract/clips/clip-match.ts';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';

/**
 * Returns the reason to preselect if nothing of the source was found in any of the clips. The host can choose
 * another reason.
 */
export const reasonOffered = (
  clips: readonly { match: Pick<MatchSummary, 'state'> }[],
): RejectReason | null =>
  clips.length > 0 && clips.every(({ match }) => match.state === 'nothing_found') ? 'wrong_content' : null;
