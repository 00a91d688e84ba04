import { paceAfter, paceBefore } from './intervals.ts';
import { afterwards, arrival } from './sentences.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/**
 * Largest share of the pace that may remain after a block that was cut off, by the block's number of intervals. A
 * short block looks like an honest burst, which always has a tail. The limit is halved for a block without a sudden
 * start.
 */
const leftOver = [0.02, 0.05, 0.15, 0.2];

/** Allowed variation of the pace within a block, as a fraction of its mean; less for longer or less clear blocks. */
const evenSpread = {
  short: { weak: 0.4, strong: 0.25 },
  long: { weak: 0.32, strong: 0.18 },
  strict: { weak: 0.25, strong: 0.12 },
};

interface Block {
  first: number;
  last: number;
  views: number;
  /** Whether readings around the block's end are hours apart. */
  sparse: boolean;
  /**
   * The pace after the block, reduced by the pace before it if the block began suddenly, and divided by the
   * pace within it and by the allowed ratio.
   */
  afterglow: number;
  gate: number;
}

/** `abrupt_stop`: a block of views ends between two readings. Shared clips fade gradually; a delivery ends at once. */
function suddenStop(evidence: Evidence): Finding | null {
  const { intervals } = evidence;
  let found: Block | null = null;
  for (let last = 1; last + 2 < intervals.count; last++) {
    if (intervals.views[last]! < 50 || intervals.unseen[last + 1] || intervals.unseen[last + 2]) continue;
    const block: Block | null = cutOffAfter(evidence, last);
    if (block && (!found || block.gate * (1 - block.afterglow) > found.gate * (1 - found.afterglow)))
      found = block;
  }
  if (!found) return null;
  const { views, sparse } = found;
  const stretch = { from: intervals.from[found.first]!, to: intervals.to[found.last]! };
  return {
    observed: found.afterglow,
    gate: found.gate,
    stretch,
    contests: true,
    sentence: () =>
      `${arrival(evidence, views, stretch)}${isPackage(views) ? ' (close to a round number)' : ''}, and ${afterwards(evidence, stretch.to, sparse ? 24 : 6)}.`,
  };
}

function cutOffAfter(evidence: Evidence, last: number): Block | null {
  const { intervals, curve } = evidence;
  const pace = intervals.rate[last]!;
  if (!(intervals.rate[last + 2]! < 0.6 * pace)) return null;
  let first = last;
  let squares = intervals.views[last]! * pace;
  while (first > 0 && intervals.rate[first - 1]! >= 0.5 * pace && intervals.rate[first - 1]! <= 2 * pace) {
    first--;
    squares += intervals.views[first]! * intervals.rate[first]!;
  }
  const start = curve.hours[intervals.from[first]!]!;
  const hours = curve.hours[intervals.to[last]!]! - start;
  const views = curve.views[intervals.to[last]!]! - curve.views[intervals.from[first]!]!;
  const size = last - first + 1;
  const days = hours >= 24;
  // Readings hours apart may span a night, so a day before and a day after are compared.
  const sparse =
    intervals.hours[last]! > 2.5 ||
    (intervals.hours[last + 1]! > 2.5 && intervals.rate[last + 1]! > 0.05 * pace);
  if (views < 300 || intervals.hours[last]! > 6.5 || (sparse && (!days || size < 6))) return null;
  const mean = views / hours;
  const after = paceAfter(intervals, curve.hours, last, sparse ? 22 : 3);
  if (!(after < (days ? 0.45 : 0.35) * mean)) return null;
  const before = first === 0 || start < 3 ? mean : paceBefore(intervals, curve.hours, first);
  const sharpStart = before < 0.2 * mean;
  const allowed = days ? 0.4 : leftOver[Math.min(size, leftOver.length) - 1]! * (sharpStart ? 1 : 0.5);
  const spread = Math.sqrt(Math.max(0, squares / hours - mean ** 2 - (size * mean) / hours)) / mean;
  const strict = sparse || (days && after > 0.25 * mean);
  const evenness = strict ? evenSpread.strict : hours >= 6 ? evenSpread.long : evenSpread.short;
  const gates = [
    along({ weak: 0.05, strong: 0.2 }, views / evidence.views),
    along(evenness, spread),
    // A night also slows the pace within hours, so a block without a sudden start needs a steeper end.
    days ? 1 : along(sharpStart ? { weak: 0.3, strong: 0.15 } : { weak: 0.28, strong: 0.15 }, after / mean),
    // A burst of an hour or two must be far above the surrounding pace, or a night could explain its end.
    size > 2 ? 1 : along({ weak: 0.08 * size, strong: 0.03 * size }, after / mean),
  ];
  return {
    first,
    last,
    views,
    sparse,
    afterglow: Math.max(0, after - (sharpStart ? before : 0)) / mean / allowed,
    gate: Math.min(...gates),
  };
}

/**
 * Returns whether the number is within 2% of the packages that shops sell: 1,000, 2,000, 2,500, 5,000 and
 * their tenfolds.
 */
function isPackage(views: number): boolean {
  const mantissa = views / 10 ** Math.floor(Math.log10(views * 1.02));
  return [1, 2, 2.5, 5].some((size) => Math.abs(mantissa / size - 1) <= 0.02);
}

export const suddenStopSignal: Signal = {
  id: 'abrupt_stop',
  version: 3,
  weight: 0.78,
  needsHistory: true,
  needsLikes: false,
  ramp: { weak: 0.62, strong: 0.28 },
  measure: suddenStop,
};
