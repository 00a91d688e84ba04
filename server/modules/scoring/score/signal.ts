import type { PostPlatform } from '#contract/platforms.ts';
import type { Baseline, Ramp } from './baselines.ts';
import type { ClipHistory, Curve } from './history.ts';
import type { Intervals } from './intervals.ts';
import type { Unsupported } from './unsupported.ts';

export type SignalId =
  | 'low_like_rate'
  | 'bundled_engagement'
  | 'high_engagement_rate'
  | 'likes_without_comments'
  | 'view_spike'
  | 'unliked_burst'
  | 'linear_delivery'
  | 'abrupt_stop'
  | 'like_rate_drop'
  | 'views_removed'
  | 'beyond_followers'
  | 'uniform_like_rates'
  | 'synchronized_growth'
  | 'overreported_views'
  | 'posted_before_listing'
  | 'duplicate'
  | 'shared_identity'
  | 'missing_decay'
  | 'regular_likes'
  | 'silent_views'
  | 'like_burst'
  | 'instant_plateau'
  | 'stops_at_cap'
  | 'no_daily_cycle';

/** One rule of the score, as data: what an operator may weigh and read. */
export interface Signal {
  id: SignalId;
  version: number;
  /** 0..1: how far this signal alone can raise the risk. */
  weight: number;
  /** Only with 6 snapshots over 24 hours and 1,000 views. */
  needsHistory: boolean;
  needsLikes: boolean;
  /** One ramp for all platforms or one for each. */
  ramp: Ramp | Record<PostPlatform, Ramp>;
  measure(evidence: Evidence, ramp: Ramp): Finding | null;
}

/** What all signals look at, computed once per clip. */
export interface Evidence {
  history: ClipHistory;
  curve: Curve;
  intervals: Intervals;
  baseline: Baseline;
  /** Highest count of views that was read. */
  views: number;
  /** Likes and comments, each with the views of the last snapshot that shows them; null = never shown. */
  liked: { likes: number; views: number } | null;
  commented: { comments: number; views: number } | null;
  /** The stretch in which likes stayed away; null = there is none, or likes are unknown. */
  unsupported: Unsupported | null;
}

/** What one signal saw. `observed` goes through the ramp; `gate` (0..1) weakens it where the evidence is thin. */
export interface Finding {
  observed: number;
  gate: number;
  sentence: () => string;
  /** The stretch of snapshots it speaks of, as indices of the curve. */
  stretch?: { from: number; to: number };
  /** Whether that stretch alone, not the whole clip, is in doubt. */
  contests?: boolean;
}

/** 0 at `weak` or before it, 1 at `strong` or beyond it. */
export function along(ramp: Ramp, value: number): number {
  const position = (value - ramp.weak) / (ramp.strong - ramp.weak);
  return Number.isNaN(position) ? 0 : Math.min(1, Math.max(0, position));
}
