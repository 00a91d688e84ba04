import type { Curve } from './history.ts';

/** Growth between snapshots. Interval i runs from snapshot `from[i]` to snapshot `to[i]`, without overlap. */
export interface Intervals {
  count: number;
  from: Int32Array;
  to: Int32Array;
  hours: Float64Array;
  views: Float64Array;
  /** Growth of the likes; NaN if the count at either end is unknown. */
  likes: Float64Array;
  comments: Float64Array;
  shares: Float64Array;
  /** Views per hour, so that a day's growth in one interval does not look like a spike. */
  rate: Float64Array;
  /** 1 after a long gap in the readings, or when growth resumed after a pause: the post may have been unavailable. */
  unseen: Uint8Array;
}

/** Readings closer together than this reflect the API's cache rather than the clip. */
const MIN_HOURS = 0.2;
/** The counter is stuck if it shows no growth while the earlier pace predicts at least this many views. */
const DUE_VIEWS = 10;
/**
 * After this many hours without new views the growth is over. Before, the counter may lag: Instagram's view
 * counts lag up to two days, and less if likes don't grow either.
 */
const MAX_SILENCE = { likesGoOn: 50, allStill: 30 };

/**
 * Returns the growth per interval. A counter that stops while likes keep growing, or stops abruptly at a high
 * pace, lags. The gap is joined with the interval in which the counter catches up, or left out if it has not
 * caught up yet.
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

/**
 * Returns the scheduled hours between readings at a clip's age; at least two, because the quota may delay
 * hourly readings.
 */
const pauseAt = (age: number) => (age < 72 ? 2 : age < 336 ? 6 : 24);

function markUnseen({ count, from, to, hours, views, rate, unseen }: Intervals, curve: Curve): void {
  let usual = 2;
  for (let i = 0; i < count; i++) {
    let gap = 0;
    for (let k = from[i]! + 1; k <= to[i]!; k++) gap = Math.max(gap, curve.hours[k]! - curve.hours[k - 1]!);
    const pause = pauseAt(curve.hours[from[i]!]!);
    // After a jump, readings are hourly at any age. If all readings are sparse, none is missing.
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
 * Views per hour over at least `wanted` hours after interval `last`. Skips the first interval, in which the growth
 * may have stopped. NaN if there are too few hours or the post was unavailable.
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
