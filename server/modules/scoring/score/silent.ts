import { count } from './format.ts';
import type { Curve } from './history.ts';
import type { Intervals } from './intervals.ts';
import { arrival } from './sentences.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/** Views with less than this fraction of the usual comments and shares are silent. */
const SHORTFALL = 0.4;
/** If fewer comments and shares than this are missing, chance may be the reason. */
const MIN_EXPECTED = 8;

/**
 * `silent_views`: views without comments and shares. Sellers often deliver likes with views, but seldom comments
 * and shares, which cost a real person more effort.
 */
function silentViews(evidence: Evidence): Finding | null {
  const { intervals, curve } = evidence;
  const talk = talkOf(intervals, curve);
  const [views, talked] = [sum(intervals.views, talk), sum(talk, talk)];
  if (talked < 5 || views < 1_000) return null;
  const usual = usualRate(intervals, talk);
  const [first, last] = longestSilence(intervals, talk, SHORTFALL * usual);
  if (first < 0) return null;
  let [inViews, inTalk] = [0, 0];
  for (let i = first; i <= last; i++) {
    if (Number.isNaN(talk[i]!)) continue;
    inViews += intervals.views[i]!;
    inTalk += talk[i]!;
  }
  const outViews = views - inViews;
  const outTalk = talked - inTalk;
  if (outViews < 200 || outTalk < 3) return null;
  // Lower bound of the rate of the other views, because a few comments may be chance.
  const outside = Math.max(0, outTalk - 1.28 * Math.sqrt(outTalk)) / outViews;
  const expected = outside * inViews;
  const stretch = { from: intervals.from[first]!, to: intervals.to[last]! };
  return {
    observed: (inTalk + 1.28 * Math.sqrt(inTalk + 0.5)) / Math.max(1e-9, expected),
    gate: Math.min(
      along({ weak: 0.05, strong: 0.2 }, inViews / evidence.views),
      along({ weak: MIN_EXPECTED, strong: 2.5 * MIN_EXPECTED }, expected),
    ),
    stretch,
    contests: true,
    sentence: () =>
      `${arrival(evidence, inViews, stretch)}, with ${count(inTalk)} ${hasShares(curve) ? 'comments and shares' : 'comments'}. The other ${count(outViews)} have ${count(outTalk)}.`,
  };
}

const hasShares = ({ shares, count }: Curve) => !Number.isNaN(shares[count - 1] ?? Number.NaN);

/** Comments and shares of each interval, or only comments if the platform shows no shares. NaN = unknown. */
function talkOf({ count: size, comments, shares }: Intervals, curve: Curve): Float64Array {
  const withShares = hasShares(curve);
  const talk = new Float64Array(size);
  for (let i = 0; i < size; i++) talk[i] = comments[i]! + (withShares ? shares[i]! : 0);
  return talk;
}

function sum(values: Float64Array, known: Float64Array): number {
  let total = 0;
  for (let i = 0; i < known.length; i++) if (!Number.isNaN(known[i]!)) total += values[i]!;
  return total;
}

/**
 * Returns comments and shares per view, robust against silent views. The intervals are cut into six blocks
 * with equal numbers of comments and shares, whose rates are sorted; the fourth lowest is used.
 */
function usualRate(intervals: Intervals, talk: Float64Array): number {
  const block = sum(talk, talk) / 6;
  const rates: number[] = [];
  let [views, talked] = [0, 0];
  for (let i = 0; i < talk.length; i++) {
    if (Number.isNaN(talk[i]!)) continue;
    views += intervals.views[i]!;
    talked += talk[i]!;
    if (talked < block) continue;
    for (let taken = talked; taken >= block; taken -= block) rates.push(talked / Math.max(1, views));
    views = 0;
    talked = 0;
  }
  rates.sort((a, b) => a - b);
  return rates[Math.floor(rates.length * 0.6)] ?? 0;
}

/**
 * Finds the intervals with the most views beyond those that comments and shares explain (Kadane's algorithm).
 */
function longestSilence(intervals: Intervals, talk: Float64Array, rate: number): [number, number] {
  let [best, bestFirst, bestLast, run, start] = [0, -1, -1, 0, 0];
  if (!(rate > 0)) return [-1, -1];
  for (let i = 0; i < talk.length; i++) {
    if (Number.isNaN(talk[i]!)) continue;
    if (run <= 0) [run, start] = [0, i];
    run += intervals.views[i]! - talk[i]! / rate;
    if (run > best) [best, bestFirst, bestLast] = [run, start, i];
  }
  return [bestFirst, bestLast];
}

export const silentSignal: Signal = {
  id: 'silent_views',
  version: 1,
  weight: 0.55,
  needsHistory: true,
  needsLikes: false,
  ramp: { weak: 0.2, strong: 0.06 },
  measure: silentViews,
};
