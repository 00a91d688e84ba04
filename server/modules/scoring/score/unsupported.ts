import type { Baseline } from './baselines.ts';
import type { Curve } from './history.ts';
import type { Intervals } from './intervals.ts';

/** The stretch of a clip in which views have too few likes. */
export interface Unsupported {
  from: number;
  to: number;
  hours: number;
  views: number;
  likes: number;
  /** Likes per view inside the stretch. */
  inside: number;
  /** Likes per view of the rest of the clip. */
  outside: number;
  /** By how many standard deviations the likes inside are below the number that the rest of the clip predicts. */
  deviations: number;
}

/** The search includes views with less than this fraction of the clip's usual likes and excludes views with more. */
const SHORTFALL = 0.5;
const BLOCKS = 12;
const PRIOR_VIEWS = 1_000;

/**
 * Finds the stretch with too few likes for its views: the largest sum of (views − views that the likes explain) by Kadane's
 * algorithm, which is also the CUSUM statistic of the like rate. Linear in the snapshots; null when likes are unknown or
 * there is no such stretch.
 */
export function findUnsupported(curve: Curve, intervals: Intervals, baseline: Baseline): Unsupported | null {
  const usual = usualLikeRate(curve, intervals, baseline);
  if (usual === null) return null;
  let best = 0;
  let bestFrom = -1;
  let bestTo = -1;
  let sum = 0;
  let start = 0;
  for (let i = 0; i < intervals.count; i++) {
    const likes = intervals.likes[i]!;
    if (Number.isNaN(likes)) continue;
    if (sum <= 0) {
      sum = 0;
      start = i;
    }
    sum += intervals.views[i]! - likes / (SHORTFALL * usual);
    if (sum > best) {
      best = sum;
      bestFrom = start;
      bestTo = i;
    }
  }
  return bestFrom < 0 ? null : describe(curve, intervals, [bestFrom, bestTo], usual, baseline);
}

function describe(
  curve: Curve,
  intervals: Intervals,
  best: [number, number],
  usual: number,
  baseline: Baseline,
): Unsupported {
  const [first, last] = best;
  const from = intervals.from[first]!;
  const to = intervals.to[last]!;
  let views = 0;
  let likes = 0;
  for (let i = first; i <= last; i++) {
    if (Number.isNaN(intervals.likes[i]!)) continue;
    views += intervals.views[i]!;
    likes += intervals.likes[i]!;
  }
  const end = lastKnown(curve);
  const outsideViews = curve.views[end]! - views;
  const outsideLikes = curve.likes[end]! - likes;
  // If there are few views outside the stretch, the usual rate counts like 1,000 additional views.
  const prior = Math.min(usual, baseline.likesPerView.median);
  const outside = (outsideLikes + PRIOR_VIEWS * prior) / (outsideViews + PRIOR_VIEWS);
  const expected = outside * views;
  return {
    from,
    to,
    hours: curve.hours[to]! - curve.hours[from]!,
    views,
    likes,
    inside: likes / views,
    outside,
    deviations: (expected - likes) / Math.sqrt(expected + 1),
  };
}

/**
 * Returns the clip's own likes per view, robust against bought views. The clip is cut into twelve blocks of
 * equal *likes*, so that views without likes affect only their own blocks. The rates of the blocks are
 * sorted; the eighth lowest is used.
 */
function usualLikeRate(curve: Curve, intervals: Intervals, baseline: Baseline): number | null {
  const end = lastKnown(curve);
  const total = end < 0 ? 0 : curve.likes[end]!;
  if (total < 5) return end < 0 || curve.views[end]! < 2_000 ? null : baseline.likesPerView.p05;
  const rates: number[] = [];
  const first = curve.likes[0]!;
  let blockLikes = Number.isNaN(first) ? 0 : first;
  let blockViews = Number.isNaN(first) ? 0 : curve.views[0]!;
  const close = () => {
    if (blockLikes < total / BLOCKS) return;
    for (let taken = blockLikes; taken >= total / BLOCKS; taken -= total / BLOCKS)
      rates.push(blockLikes / Math.max(1, blockViews));
    blockLikes = 0;
    blockViews = 0;
  };
  close();
  for (let i = 0; i < intervals.count; i++) {
    if (Number.isNaN(intervals.likes[i]!)) continue;
    blockLikes += intervals.likes[i]!;
    blockViews += intervals.views[i]!;
    close();
  }
  rates.sort((a, b) => a - b);
  const rate = rates[Math.floor(rates.length * 0.6)] ?? 0;
  return rate > 0 ? Math.min(rate, 1) : null;
}

function lastKnown(curve: Curve): number {
  let end = curve.count - 1;
  while (end >= 0 && Number.isNaN(curve.likes[end]!)) end--;
  return end;
}
