import type { Curve } from './history.ts';
import type { Intervals } from './intervals.ts';

/** Growth in time cells of equal length, so that stretches with few and with many readings can be compared. NaN = unknown. */
export interface Cells {
  count: number;
  hours: number;
  /** Hours since the post at which the first cell begins. */
  start: number;
  views: Float64Array;
  likes: Float64Array;
  /** Comments plus shares, or only comments if the platform shows no shares. */
  talk: Float64Array;
}

/** Cells begin after these hours, because the pace changes too fast for them right after the post. */
const SKIPPED_HOURS = 6;
/** Tracking never lasts longer than this. */
const MAX_HOURS = 24 * 120;

/**
 * Returns the growth in cells of `hours`. An interval longer than a cell leaves the cells it covers unknown.
 * An interval that crosses a cell border is split in proportion to time.
 */
export function toCells(curve: Curve, intervals: Intervals, hours: number): Cells {
  const end = Math.min(MAX_HOURS, curve.hours[curve.count - 1] ?? 0);
  const first = Math.max(SKIPPED_HOURS, curve.hours[0] ?? 0);
  const start = Math.ceil(first / hours) * hours;
  const count = Math.max(0, Math.floor((end - start) / hours));
  const cells: Cells = {
    count,
    hours,
    start,
    views: new Float64Array(count),
    likes: new Float64Array(count),
    talk: new Float64Array(count),
  };
  const hasShares = !Number.isNaN(curve.shares[curve.count - 1] ?? Number.NaN);
  for (let i = 0; i < intervals.count; i++) {
    const from = curve.hours[intervals.from[i]!]!;
    const to = curve.hours[intervals.to[i]!]!;
    const isKnown = to - from <= hours * 1.05;
    const talk = intervals.comments[i]! + (hasShares ? intervals.shares[i]! : 0);
    const last = Math.min(count - 1, Math.ceil((to - start) / hours - 1e-9) - 1);
    for (let cell = Math.max(0, Math.floor((from - start) / hours + 1e-9)); cell <= last; cell++) {
      const left = start + cell * hours;
      const part = (Math.min(to, left + hours) - Math.max(from, left)) / (to - from);
      cells.views[cell]! += isKnown ? part * intervals.views[i]! : Number.NaN;
      cells.likes[cell]! += part * intervals.likes[i]!;
      cells.talk[cell]! += part * talk;
    }
  }
  return cells;
}
