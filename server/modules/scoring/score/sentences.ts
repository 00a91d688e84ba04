import { between, count, duration } from './format.ts';
import type { Evidence } from './signal.ts';

interface Stretch {
  from: number;
  to: number;
}

const hoursOf = ({ curve }: Evidence, { from, to }: Stretch) => curve.hours[to]! - curve.hours[from]!;

/** Describes when a part of the views arrived: "1,240 of 1,300 views arrived within 1 hour, around hour 38 after posting". */
export function arrival(evidence: Evidence, views: number, stretch: Stretch): string {
  const whole = Math.max(views, evidence.views);
  return `${count(views)} of ${count(whole)} views arrived within ${duration(hoursOf(evidence, stretch))}, ${between(evidence, stretch)}`;
}

/** Counts the views in up to `wanted` hours before reading `index`: "312 in the 6 hours before". */
export function before({ curve }: Evidence, index: number, wanted: number): string {
  const { hours, views } = curve;
  let first = index;
  while (first > 0 && hours[index]! - hours[first - 1]! <= wanted * 1.05) first--;
  if (first === index) return `${count(views[index]!)} before`;
  return `${count(views[index]! - views[first]!)} in the ${span(hours[index]! - hours[first]!)} before`;
}

/** Counts the views in up to `wanted` hours after reading `index`: "12 in the 6 hours after". */
export function afterwards({ curve }: Evidence, index: number, wanted: number): string {
  const { hours, views } = curve;
  let last = Math.min(index + 1, curve.count - 1);
  while (last + 1 < curve.count && hours[last + 1]! - hours[index]! <= wanted * 1.05) last++;
  return `${count(views[last]! - views[index]!)} in the ${span(hours[last]! - hours[index]!)} after`;
}

/** Returns hours as they follow "the": "hour", "6 hours", "3 days". */
export const span = (hours: number): string => duration(hours).replace(/^1 /, '');

/** Lists the growth of each quarter of a stretch: "1,210, 1,190, 1,205 and 1,195". Growth within a reading is spread evenly. */
export function quarters({ curve }: Evidence, values: Float64Array, { from, to }: Stretch): string {
  const [start, end] = [curve.hours[from]!, curve.hours[to]!];
  const at = [0, 1, 2, 3, 4].map((i) => valueAt(curve.hours, values, start + ((end - start) * i) / 4));
  return list(at.slice(1).map((value, i) => value - at[i]!));
}

/** Joins counts: "1,210, 1,190, 1,205 and 1,195". */
export const list = (counts: readonly number[]): string =>
  `${counts.slice(0, -1).map(count).join(', ')} and ${count(counts.at(-1)!)}`;

function valueAt(hours: Float64Array, values: Float64Array, at: number): number {
  let next = 0;
  // Readings whose value is unknown are skipped.
  let previous = -1;
  while (next < values.length && (hours[next]! < at || Number.isNaN(values[next]!))) {
    if (!Number.isNaN(values[next]!)) previous = next;
    next++;
  }
  if (next === values.length) return values[previous]!;
  if (previous < 0) return values[next]!;
  const part = (at - hours[previous]!) / (hours[next]! - hours[previous]!);
  return values[previous]! + part * (values[next]! - values[previous]!);
}
