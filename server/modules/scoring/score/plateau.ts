import { arrival, before, quarters } from './sentences.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/**
 * If readings are further apart, a sudden start looks like a rise. PLATEAU_HOURS: a shorter block may be the
 * peak of an honest wave.
 */
const SHARP_HOURS = 1.1;
const PLATEAU_HOURS = 12;

interface Plateau {
  first: number;
  last: number;
  observed: number;
  gate: number;
}

/**
 * `instant_plateau`: growth that jumps and then stays level. Shared clips are fastest at first and then fade, and a
 * slow rise has no sudden start. Only a delivery starts at full speed and keeps it.
 */
function suddenPlateau(evidence: Evidence): Finding | null {
  const { intervals, curve } = evidence;
  let found: Plateau | null = null;
  for (let i = 2; i + 6 < intervals.count; i++) {
    const rate = intervals.rate[i + 1]!;
    if (intervals.hours[i]! > SHARP_HOURS || intervals.hours[i - 1]! > SHARP_HOURS) continue;
    if (rate < 2 * intervals.rate[i - 1]! || intervals.views[i + 1]! < 15) continue;
    const plateau = plateauFrom(evidence, i);
    if (!plateau) continue;
    if (!found || plateau.gate * (0.4 - plateau.observed) > found.gate * (0.4 - found.observed))
      found = plateau;
  }
  if (!found) return null;
  const { gate, observed } = found;
  const stretch = { from: intervals.from[found.first]!, to: intervals.to[found.last]! };
  const gained = curve.views[stretch.to]! - curve.views[stretch.from]!;
  return {
    observed,
    gate,
    stretch,
    contests: true,
    sentence: () =>
      `${arrival(evidence, gained, stretch)}, at full speed at once and evenly from then on: ${quarters(evidence, curve.views, stretch)} in the quarters of that time, and ${before(evidence, stretch.from, 6)}.`,
  };
}

/** Finds the level block after the change in interval `i`. */
function plateauFrom({ intervals, curve, views: allViews }: Evidence, i: number): Plateau | null {
  const earlier = Math.max(intervals.rate[i - 1]!, intervals.rate[i - 2]!);
  const most = earlier + 1.64 * Math.sqrt(earlier + 1) + 1;
  let [views, squares, hours, size, opening] = [0, 0, 0, 0, 0];
  let best: Plateau | null = null;
  for (let last = i + 1; last < intervals.count && intervals.hours[last]! <= 6.5; last++) {
    const part = intervals.hours[last]!;
    views += intervals.views[last]!;
    squares += intervals.views[last]! ** 2 / part;
    hours += part;
    size++;
    const mean = views / hours;
    if (size === 3) opening = mean;
    if (
      size > 3 &&
      (opening < 0.85 * mean || intervals.rate[last]! < 0.5 * mean || intervals.rate[last]! > 2 * mean)
    )
      break;
    if (hours < PLATEAU_HOURS || size < 6) continue;
    const all = squares / hours - mean ** 2;
    const own = Math.max(0, all - (size * mean) / hours);
    const spread = Math.sqrt(own + Math.max(0, all) * Math.sqrt(1 / size)) / mean;
    // A level day is stronger evidence than a level half day.
    const observed = spread / Math.min(1.4, Math.sqrt(hours / PLATEAU_HOURS));
    if (best && observed >= best.observed) continue;
    const gate = Math.min(
      along({ weak: 1.8, strong: 3 }, mean / most),
      along({ weak: 0.05, strong: 0.2 }, views / allViews),
      along({ weak: 100, strong: 300 }, curve.views[intervals.to[last]!]! - curve.views[intervals.from[i]!]!),
    );
    best = { first: i, last, observed, gate };
  }
  return best;
}

export const plateauSignal: Signal = {
  id: 'instant_plateau',
  version: 1,
  weight: 0.55,
  needsHistory: true,
  needsLikes: false,
  ramp: { weak: 0.11, strong: 0.05 },
  measure: suddenPlateau,
};
