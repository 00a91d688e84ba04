import { between, count } from './format.ts';
import { quarters } from './sentences.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/** Window lengths in intervals. */
const lengths = [24, 36, 60, 100];
const MIN_MEAN_LIKES = 2.5;
/**
 * Regular likes may also be an effect of a platform that smooths its counts, so they count only if the pace of
 * views is constant too.
 */
const EVEN_PACE = { weak: 0.25, strong: 0.15 };

/**
 * `regular_likes`: likes on a timer. People like independently of each other, so counts of equal hours vary at
 * least by chance (variance = mean), and changes of interest add to that. Counts that vary less are from a script.
 * The variance is computed from neighbouring intervals, so that a trend neither hides nor causes it.
 */
function likesOnTimer(evidence: Evidence): Finding | null {
  const { intervals, curve } = evidence;
  const size = intervals.count;
  // Sums over neighbouring intervals of equal length: squared differences, likes, number of pairs.
  const squares = new Float64Array(size);
  const likes = new Float64Array(size);
  const pairs = new Float64Array(size);
  for (let i = 1; i < size; i++) {
    const [a, b] = [intervals.likes[i - 1]!, intervals.likes[i]!];
    const same = Math.abs(intervals.hours[i]! - intervals.hours[i - 1]!) < 0.02 * intervals.hours[i]!;
    const counts = same && !Number.isNaN(a) && !Number.isNaN(b);
    squares[i] = squares[i - 1]! + (counts ? (b - a) ** 2 : 0);
    likes[i] = likes[i - 1]! + (counts ? a + b : 0);
    pairs[i] = pairs[i - 1]! + (counts ? 1 : 0);
  }
  let best = 0;
  let bestFirst = -1;
  let bestLast = -1;
  for (const length of lengths) {
    for (let last = length; last < size; last++) {
      const first = last - length;
      const n = pairs[last]! - pairs[first]!;
      const sum = likes[last]! - likes[first]!;
      if (n < 20 || sum < 2 * MIN_MEAN_LIKES * n) continue;
      const scatter = (squares[last]! - squares[first]!) / sum;
      if (scatter >= 0.7) continue;
      const unlikely = improbability(scatter, n);
      if (unlikely > best) [best, bestFirst, bestLast] = [unlikely, first, last];
    }
  }
  if (bestFirst < 0) return null;
  const stretch = { from: intervals.from[bestFirst]!, to: intervals.to[bestLast]! };
  const gained = curve.likes[stretch.to]! - curve.likes[stretch.from]!;
  return {
    observed: best,
    gate: Math.min(
      along({ weak: 0.05, strong: 0.2 }, gained / evidence.liked!.likes),
      along(EVEN_PACE, spreadOfPace(evidence, bestFirst, bestLast)),
    ),
    stretch,
    sentence: () =>
      `${count(gained)} likes arrived almost as if by a timer, ${between(evidence, stretch)}: ${quarters(evidence, curve.likes, stretch)} in the quarters of that time.`,
  };
}

/**
 * Returns the coefficient of variation of the hourly pace of views, after the variation that chance adds is
 * subtracted.
 */
function spreadOfPace({ intervals, curve }: Evidence, first: number, last: number): number {
  const hours = curve.hours[intervals.to[last]!]! - curve.hours[intervals.from[first]!]!;
  const views = curve.views[intervals.to[last]!]! - curve.views[intervals.from[first]!]!;
  const mean = views / hours;
  let squares = 0;
  for (let i = first; i <= last; i++) squares += intervals.views[i]! * intervals.rate[i]!;
  return Math.sqrt(Math.max(0, squares / hours - mean ** 2 - ((last - first + 1) * mean) / hours)) / mean;
}

/**
 * Returns by how many standard deviations a scatter of `n` overlapping pairs is below chance (Wilson and
 * Hilferty).
 */
function improbability(scatter: number, n: number): number {
  const freedom = n / 1.5;
  const unit = 2 / (9 * freedom);
  return (1 - unit - Math.cbrt(scatter)) / Math.sqrt(unit);
}

export const timerSignal: Signal = {
  id: 'regular_likes',
  version: 1,
  weight: 0.75,
  needsHistory: true,
  needsLikes: true,
  ramp: { weak: 2.2, strong: 3.4 },
  measure: likesOnTimer,
};
