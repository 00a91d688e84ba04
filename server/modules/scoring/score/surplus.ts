import { between, count, duration } from './format.ts';
import type { Intervals } from './intervals.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/** Likes above this multiple of the usual rate are a surplus. */
const EXCESS = 2.5;
const BLOCKS = 20;

/** `like_burst`: a stretch with far more likes per view than the rest of the clip and than real audiences give. */
function likesBurst(evidence: Evidence): Finding | null {
  const { intervals, curve, baseline } = evidence;
  const usual = ordinaryRate(intervals);
  if (!(usual > 0)) return null;
  let [best, first, last, run, start] = [0, -1, -1, 0, 0];
  for (let i = 0; i < intervals.count; i++) {
    const likes = intervals.likes[i]!;
    if (Number.isNaN(likes)) continue;
    if (run <= 0) [run, start] = [0, i];
    run += likes - EXCESS * usual * intervals.views[i]!;
    if (run > best) [best, first, last] = [run, start, i];
  }
  if (first < 0) return null;
  let [views, likes, allViews, allLikes] = [0, 0, 0, 0];
  for (let i = 0; i < intervals.count; i++) {
    if (Number.isNaN(intervals.likes[i]!)) continue;
    const inside = i >= first && i <= last;
    views += inside ? intervals.views[i]! : 0;
    likes += inside ? intervals.likes[i]! : 0;
    allViews += intervals.views[i]!;
    allLikes += intervals.likes[i]!;
  }
  if (views < 100 || likes < 50) return null;
  const [outViews, outLikes] = [allViews - views, allLikes - likes];
  const outside = (outLikes + 1.64 * Math.sqrt(outLikes + 1)) / Math.max(1, outViews);
  const inside = Math.max(0, likes - 1.64 * Math.sqrt(likes)) / views;
  const stretch = { from: intervals.from[first]!, to: intervals.to[last]! };
  return {
    observed: inside / Math.max(outside, baseline.likesPerView.p05),
    gate: Math.min(
      along({ weak: 0.05, strong: 0.2 }, likes / evidence.liked!.likes),
      along({ weak: baseline.likesPerView.p95, strong: 2 * baseline.likesPerView.p95 }, inside),
    ),
    stretch,
    contests: true,
    sentence: () =>
      `${count(likes)} likes arrived within ${duration(curve.hours[stretch.to]! - curve.hours[stretch.from]!)}, ${between(evidence, stretch)}, on ${count(views)} views. The other ${count(outViews)} views have ${count(outLikes)}.`,
  };
}

/**
 * Returns the likes per view of the parts with fewer likes. The clip is cut into twenty blocks with equal
 * views, whose rates are sorted; the ninth lowest is used.
 */
function ordinaryRate(intervals: Intervals): number {
  let total = 0;
  for (let i = 0; i < intervals.count; i++)
    if (!Number.isNaN(intervals.likes[i]!)) total += intervals.views[i]!;
  const block = total / BLOCKS;
  const rates: number[] = [];
  let [views, likes] = [0, 0];
  for (let i = 0; i < intervals.count; i++) {
    if (Number.isNaN(intervals.likes[i]!)) continue;
    views += intervals.views[i]!;
    likes += intervals.likes[i]!;
    // An interval is one entry even if it fills several blocks, because the views of one hour are one
    // observation.
    if (views < block || views === 0) continue;
    rates.push(likes / views);
    views = 0;
    likes = 0;
  }
  rates.sort((a, b) => a - b);
  return rates[Math.floor(rates.length * 0.4)] ?? 0;
}

export const surplusSignal: Signal = {
  id: 'like_burst',
  version: 1,
  weight: 0.7,
  needsHistory: true,
  needsLikes: true,
  ramp: { weak: 3, strong: 5 },
  measure: likesBurst,
};
