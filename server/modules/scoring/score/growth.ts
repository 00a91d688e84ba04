import { thresholds } from './baselines.ts';
import { paceBefore } from './intervals.ts';
import { arrival, before, quarters } from './sentences.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/** `view_spike`: an hour far above the pace of the six hours before, unless likes rose with it. */
function spike(evidence: Evidence): Finding | null {
  const { intervals, curve, liked } = evidence;
  let best = -1;
  let bestFactor = 0;
  for (let i = 1; i < intervals.count; i++) {
    if (intervals.hours[i]! > 2 || curve.hours[intervals.from[i]!]! < 6) continue;
    if (intervals.views[i]! < thresholds[evidence.history.platform].minSpikeViews) continue;
    const factor = intervals.rate[i]! / Math.max(paceBefore(intervals, curve.hours, i), 1);
    if (factor > bestFactor) {
      best = i;
      bestFactor = factor;
    }
  }
  if (best < 0) return null;
  const views = intervals.views[best]!;
  const likes = intervals.likes[best]!;
  const usual = liked ? Math.max(1, liked.likes - likes) / Math.max(1, liked.views - views) : Number.NaN;
  const support = likes / views / usual;
  const stretch = { from: intervals.from[best]!, to: intervals.to[best]! };
  const weightOfViews = along({ weak: 0.03, strong: 0.15 }, views / evidence.views);
  return {
    observed: bestFactor,
    // If likes are unknown, the suspicion is halved: a share by a large account causes such a spike on an
    // honest clip too.
    gate: weightOfViews * (Number.isNaN(support) ? 0.5 : along({ weak: 0.5, strong: 0.2 }, support)),
    stretch,
    sentence: () => `${arrival(evidence, views, stretch)}, and ${before(evidence, stretch.from, 6)}.`,
  };
}

/**
 * Window lengths in hours, each with the factor by which a real audience varies more than within one day. Windows
 * shorter than a day are left out, because an honest clip has level parts of that length.
 */
const windows = [
  { hours: 24, allowance: 1 },
  { hours: 48, allowance: 1.3 },
];

interface Even {
  first: number;
  last: number;
  observed: number;
}

/** `linear_delivery`: growth through day and night that is more constant than chance and real audiences allow. */
function tooSmooth(evidence: Evidence): Finding | null {
  const { curve, intervals } = evidence;
  let found: Even | null = null;
  for (const window of windows) {
    const even = mostEven(evidence, window);
    if (even && (!found || even.observed < found.observed)) found = even;
  }
  if (!found) return null;
  const { observed } = found;
  const stretch = { from: intervals.from[found.first]!, to: intervals.to[found.last]! };
  const gained = curve.views[stretch.to]! - curve.views[stretch.from]!;
  return {
    observed,
    gate: along({ weak: 0.01, strong: 0.05 }, gained / evidence.views),
    stretch,
    sentence: () =>
      `${arrival(evidence, gained, stretch)}, almost as fast by night as by day: ${quarters(evidence, curve.views, stretch)} in the quarters of that time.`,
  };
}

function mostEven({ intervals, curve }: Evidence, window: { hours: number; allowance: number }): Even | null {
  let [first, views, squares] = [0, 0, 0];
  let best: Even | null = null;
  for (let last = 0; last < intervals.count; last++) {
    if (intervals.hours[last]! > 6.5) break;
    views += intervals.views[last]!;
    squares += intervals.views[last]! ** 2 / intervals.hours[last]!;
    const end = curve.hours[intervals.to[last]!]!;
    while (first < last && end - curve.hours[intervals.to[first]!]! >= window.hours) {
      views -= intervals.views[first]!;
      squares -= intervals.views[first]! ** 2 / intervals.hours[first]!;
      first++;
    }
    const hours = end - curve.hours[intervals.from[first]!]!;
    const size = last - first + 1;
    if (hours < window.hours || size < 0.42 * window.hours || views < 20 * size) continue;
    const mean = views / hours;
    // Subtracts the variation that chance adds to counts, and adds the variation that chance may have hidden: a few
    // views an hour can look constant for a day.
    const all = squares / hours - mean ** 2;
    const own = Math.max(0, all - (size * mean) / hours);
    const spread = Math.sqrt(own + Math.max(0, all) * Math.sqrt(2 / size)) / mean;
    const observed = spread / window.allowance;
    if (!best || observed < best.observed) best = { first, last, observed };
  }
  return best;
}

export const growthSignals: Signal[] = [
  {
    id: 'view_spike',
    version: 1,
    weight: 0.4,
    needsHistory: true,
    needsLikes: false,
    ramp: { weak: 4, strong: 12 },
    measure: spike,
  },
  {
    id: 'linear_delivery',
    version: 2,
    weight: 0.63,
    needsHistory: true,
    needsLikes: false,
    ramp: { weak: 0.14, strong: 0.026 },
    measure: tooSmooth,
  },
];
