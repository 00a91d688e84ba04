import type { z } from 'zod';
import type { seriesPoint } from '#contract/earnings/earnings.ts';
import { type Micros, micros } from '#contract/money.ts';

export interface Week {
  /** The Monday, at 00:00 UTC, with which the week begins, in milliseconds. */
  startsAt: number;
  amountMicros: Micros;
}

const DAY = 86_400_000;

/** Groups days into weeks that begin on Monday (UTC). */
export function perWeek(points: readonly z.output<typeof seriesPoint>[]): Week[] {
  const sums = new Map<number, bigint>();
  for (const point of points) {
    const day = Date.parse(point.day);
    const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * DAY;
    sums.set(monday, (sums.get(monday) ?? 0n) + point.amountMicros);
  }
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([startsAt, sum]) => ({ startsAt, amountMicros: micros(sum) }));
}

/** Returns `part` as a whole percentage of `total`, or 0 if `total` is 0. */
export const shareOfTotal = (part: bigint, total: bigint): number =>
  total > 0n ? Number((part * 200n + total) / (total * 2n)) : 0;
