import type { ClipMatch } from '#contract/clips/clip-files.ts';

/** The results of comparing a file with the source. */
export type MatchState = Exclude<ClipMatch['state'], 'no_file' | 'sending' | 'refused' | 'waiting'>;

/**
 * The share of the clip that must match the source. It is below 1 because speech pauses at the ends, and
 * because a title or an outro is not foreign content.
 */
const MATCHED_SHARE = 0.8;

/** Derives the result from the matched share of the clip; the segments do not overlap. */
export function stateOf(
  segments: readonly { clipFromMs: number; clipToMs: number }[],
  durationMs: number,
): MatchState {
  if (segments.length === 0) return 'nothing_found';
  const foundMs = segments.reduce((sum, { clipFromMs, clipToMs }) => sum + clipToMs - clipFromMs, 0);
  return foundMs >= MATCHED_SHARE * durationMs ? 'matched' : 'partly';
}
