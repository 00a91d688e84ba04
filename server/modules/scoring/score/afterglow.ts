import { paceBefore } from './intervals.ts';
import { afterwards, arrival } from './sentences.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/** A block with fewer views may end suddenly by chance. */
const MIN_BLOCK = 300;
/** An interval that is slower than this fraction of the next one does not belong to the block. */
const JOINS = 0.1;

interface Block {
  first: number;
  last: number;
  views: number;
  /**
   * Views that followed the block, as a share of the block's views. An upper bound is used instead of the
   * counted number, because few views may be missing by chance.
   */
  tail: number;
  gate: number;
}

/**
 * `missing_decay`: hardly any views follow a wave of views. Sharing by people fades as a power law: within
 * three times the wave's length, at least a fiftieth of its views follow, also at night. After a delivery
 * none follow, however far apart the readings are.
 */
function noAfterglow(evidence: Evidence): Finding | null {
  const { intervals, curve } = evidence;
  let found: Block | null = null;
  for (let last = 0; last + 1 < intervals.count; last++) {
    if (intervals.rate[last + 1]! > JOINS * intervals.rate[last]!) continue;
    const block = blockUntil(evidence, last);
    if (block && (!found || block.gate / (0.005 + block.tail) > found.gate / (0.005 + found.tail)))
      found = block;
  }
  if (!found) return null;
  const block = found;
  const stretch = { from: intervals.from[block.first]!, to: intervals.to[block.last]! };
  const hours = curve.hours[stretch.to]! - curve.hours[stretch.from]!;
  return {
    observed: block.tail,
    gate: block.gate,
    stretch,
    contests: true,
    sentence: () =>
      `${arrival(evidence, block.views, stretch)}, and ${afterwards(evidence, stretch.to, Math.max(6, 3 * hours))}.`,
  };
}

function blockUntil(evidence: Evidence, last: number): Block | null {
  const { intervals, curve } = evidence;
  let first = last;
  while (first > 0 && intervals.rate[first - 1]! > JOINS * intervals.rate[last]!) first--;
  const start = curve.hours[intervals.from[first]!]!;
  const end = curve.hours[intervals.to[last]!]!;
  const views = curve.views[intervals.to[last]!]! - curve.views[intervals.from[first]!]!;
  if (views < MIN_BLOCK || end - start > 30) return null;
  const wanted = Math.max(6, 3 * (end - start));
  let after = 0;
  let passed = 0;
  let gone = 0;
  for (let i = last + 1; i < intervals.count && passed < wanted; i++) {
    const to = intervals.to[i]!;
    // While the platform removes views, later views can't be measured.
    if (curve.readViews[to]! < curve.views[to]!) return null;
    after += intervals.views[i]!;
    if (intervals.unseen[i]) gone += intervals.hours[i]!;
    passed = curve.hours[to]! - end - gone;
  }
  if (passed < Math.max(6, end - start)) return null;
  const base = first === 0 ? 0 : paceBefore(intervals, curve.hours, first);
  const own = Math.max(0, after - 0.7 * base * passed);
  return {
    first,
    last,
    views,
    tail: (own + 1.64 * Math.sqrt(after + 1)) / views,
    gate: Math.min(
      along({ weak: 0.05, strong: 0.2 }, views / evidence.views),
      along({ weak: 3, strong: 8 }, views / Math.max(1, base * (end - start))),
    ),
  };
}

export const afterglowSignal: Signal = {
  id: 'missing_decay',
  version: 2,
  weight: 0.8,
  needsHistory: true,
  needsLikes: false,
  ramp: { weak: 0.025, strong: 0.01 },
  measure: noAfterglow,
};
