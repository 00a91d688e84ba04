import type { Curve } from './history.ts';

/** Growth between snapshots. Interval i runs from snapshot `from[i]` to snapshot `to[i]`, without overlap. */
export interface Intervals {
  count: number;
  from: Int32Array;
  to: Int32Array;
  hours: Float64Array;
  views: Float64Array;
  /** NaN where either end is unknown. */
  likes: Float64Array;
  comments: Float64Array;
  shares: Float64Array;
  /** Views per hour: a day's growth in one step is not a spike. */
  rate: Float64Array;
  /** 1 where readings are missing for long, or growth began again after a pause: the post may not have been there to be seen. */
  unseen: Uint8Array;
}

/** Two readings within minutes say more about the API's cache than about the clip. */
const MIN_HOURS = 0.2;
/** So many views were due by the pace before; a counter that shows none of them has stood still. */
const DUE_VIEWS = 10;
/** Hours of silence after which growth is over: Instagram's counts come up to two days late, likes sooner. */
const MAX_SILENCE = { likesGoOn: 50, allStill: 30 };

/**
 * Growth per interval. A counter that stands still while likes go on, or that stops dead from a good pace, is late:
 * its silence is joined to the interval in which it catches up, and left out when it has not yet caught up.
 */
export function toIntervals(curve: Curve): Intervals {
  const size = Math.max(0, curve.count - 1);
  const intervals: Intervals = {
    count: 0,
    from: new Int32Array(size),
    to: new Int32Array(size),
    hours: new Float64Array(size),
    views: new Float64Array(size),
    likes: new Float64Array(size),
    comments: new Float64Array(size),
    shares: new Float64Array(size),
    rate: new Float64Array(size),
    unseen: new Uint8Array(size),
  };
  let start = 0;
  let pace = 0;
  for (let end = 1; end < curve.count; end++) {
    const hours = curve.hours[end]! - curve.hours[start]!;
    const views = curve.views[end]! - curve.views[start]!;
    const likes = curve.likes[end]! - curve.likes[start]!;
    if (hours < MIN_HOURS) continue;
    const late = likes > 0 ? MAX_SILENCE.likesGoOn : MAX_SILENCE.allStill;
    if (views === 0 && hours < late && (likes > 0 || pace * hours >= DUE_VIEWS)) continue;
    const at = intervals.count++;
    intervals.from[at] = start;
    intervals.to[at] = end;
    intervals.hours[at] = hours;
    intervals.views[at] = views;
    intervals.likes[at] = likes;
    intervals.comments[at] = curve.comments[end]! - curve.comments[start]!;
    intervals.shares[at] = curve.shares[end]! - curve.shares[start]!;
    intervals.rate[at] = views / hours;
    pace = views / hours;
    start = end;
  }
  markUnseen(intervals, curve);
  return intervals;
}

/** Hours between readings that the schedule asks for at an age, or two, which a full quota makes of one. */
const pauseAt = (age: number) => (age < 72 ? 2 : age < 336 ? 6 : 24);

function markUnseen({ count, from, to, hours, views, rate, unseen }: Intervals, curve: Curve): void {
  let usual = 2;
  for (let i = 0; i < count; i++) {
    let gap = 0;
    for (let k = from[i]! + 1; k <= to[i]!; k++) gap = Math.max(gap, curve.hours[k]! - curve.hours[k - 1]!);
    const pause = pauseAt(curve.hours[from[i]!]!);
    // After a jump readings come by the hour, whatever the age; where all are sparse, nothing is missing.
    const isMissing = gap > 1.4 * Math.max(pause, usual);
    const next = i + 1 < count ? views[i + 1]! - 1.64 * Math.sqrt(views[i + 1]!) : Number.POSITIVE_INFINITY;
    const cameBack = gap > 1.4 * Math.min(pause, usual) && next > 2 * rate[i]! * (hours[i + 1] ?? 0);
    if (isMissing || cameBack) unseen[i] = 1;
    usual = Math.max(2, 2 * gap);
  }
}

/** Views per hour over the six hours before interval `i`. */
export function paceBefore(intervals: Intervals, hours: Float64Array, i: number): number {
  const end = hours[intervals.from[i]!]!;
  let first = i;
  while (first > 0 && end - hours[intervals.from[first]!]! < 6) first--;
  let views = 0;
  for (let k = first; k < i; k++) views += intervals.views[k]!;
  return views / Math.max(1, end - hours[intervals.from[first]!]!);
}

/**
 * Views per hour over at least `wanted` hours that follow interval `last`, the first interval left out: what stopped
 * may have stopped inside it. NaN while there are too few hours, or while the post was not to be seen.
 */
export function paceAfter(intervals: Intervals, hours: Float64Array, last: number, wanted: number): number {
  const start = hours[intervals.to[last + 1]!]!;
  let views = 0;
  for (let i = last + 2; i < intervals.count; i++) {
    if (intervals.unseen[i]) return Number.NaN;
    views += intervals.views[i]!;
    const passed = hours[intervals.to[i]!]! - start;
    if (passed >= wanted) return views / passed;
  }
  return Number.NaN;
}
