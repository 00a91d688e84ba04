import type { ClipMatch } from '#contract/clip-files.ts';

/** How a file's comparison ended. */
export type MatchState = Exclude<ClipMatch['state'], 'no_file' | 'sending' | 'refused' | 'waiting'>;

/** Speech pauses at its ends, and a title or an outro is no other content. */
const MATCHED_SHARE = 0.8;

/** By how much of the clip was found; the parts do not overlap. */
export function stateOf(
  segments: readonly { clipFromMs: number; clipToMs: number }[],
  durationMs: number,
): MatchState {
  if (segments.length === 0) return 'nothing_found';
  const foundMs = segments.reduce((sum, { clipFromMs, clipToMs }) => sum + clipToMs - clipFromMs, 0);
  return foundMs >= MATCHED_SHARE * durationMs ? 'matched' : 'partly';
}
