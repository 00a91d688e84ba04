import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { SignalKey } from '#contract/scoring/signals.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';
import type { Baseline, Ramp } from './baselines.ts';
import type { CheckedDeclaration } from './checked-declaration.ts';
import type { ClipHistory, Curve } from './history.ts';
import type { Intervals } from './intervals.ts';
import type { Unsupported } from './unsupported.ts';

/** One rule of the score, as data that an operator can read and adjust. */
export interface Signal {
  id: SignalKey;
  version: number;
  /** 0..1: the largest risk that this signal alone can add. */
  weight: number;
  /** Whether the signal needs 6 snapshots over 24 hours and 1,000 views. */
  needsHistory: boolean;
  needsLikes: boolean;
  /** One ramp for all platforms, or one per platform. */
  ramp: Ramp | Record<PostPlatform, Ramp>;
  /**
   * Returns the part, 0 to 1, of another signal's suspicion that this one explains. A signal with this function adds
   * no suspicion itself; `weight` is then the largest reduction.
   */
  clears?(evidence: Evidence, id: SignalKey, stretch: Finding['stretch']): number;
  measure(evidence: Evidence, ramp: Ramp): Finding | null;
}

/** Input of all signals, computed once per clip. */
export interface Evidence {
  history: ClipHistory;
  curve: Curve;
  intervals: Intervals;
  baseline: Baseline;
  /** Highest view count of all readings. */
  views: number;
  /** Likes and comments, each with the views of the last snapshot that has them; null = never available. */
  liked: { likes: number; views: number } | null;
  commented: { comments: number; views: number } | null;
  /** The stretch of views with too few likes; null = none, or likes are unknown. */
  unsupported: Unsupported | null;
  /** Figures that the owner released; null = none. */
  audience: AnalyticsFigures | null;
  /** Declarations of the clip's host or clipper. */
  declared: readonly CheckedDeclaration[];
}

/** Result of one signal. The ramp turns `observed` into suspicion; `gate` (0..1) weakens it when evidence is thin. */
export interface Finding {
  observed: number;
  gate: number;
  sentence: () => string;
  /** The stretch of snapshots concerned, as indices into the curve. */
  stretch?: { from: number; to: number };
  /** Whether only this stretch of the clip is in doubt, not the whole clip. */
  contests?: boolean;
}

/** Returns the position on the ramp: 0 at or before `weak`, 1 at or beyond `strong`. */
export function along(ramp: Ramp, value: number): number {
  const position = (value - ramp.weak) / (ramp.strong - ramp.weak);
  return Number.isNaN(position) ? 0 : Math.min(1, Math.max(0, position));
}
