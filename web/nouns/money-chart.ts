import { formatUsd, formatUsdExact, type Micros, micros } from '#contract/money.ts';

const MICROS_PER_CENT = 10_000;

/**
 * Converts an amount to the cents of a chart. Fractions are kept, so that less than a cent also has a height.
 */
export const chartCents = (amount: Micros): number => Number(amount) / MICROS_PER_CENT;

const amountOf = (cents: number): Micros => micros(BigInt(Math.round(cents * MICROS_PER_CENT)));

interface Day {
  views: number;
  amountMicros: Micros;
}

/**
 * Returns the days from the first one on which something happened, so that a chart spans the data there is: a first
 * week would otherwise be a bar at the edge of twelve empty weeks.
 */
export function sinceFirst<Point extends Day>(points: readonly Point[]): readonly Point[] {
  const first = points.findIndex(({ views, amountMicros }) => views > 0 || amountMicros > 0n);
  return first === -1 ? [] : points.slice(first);
}

/** Formats of values in money charts: "$131.40" and "<$0.01" at a point, "$150" and "$0.005" on the axis. */
export const moneyFormats = {
  format: (cents: number): string => formatUsd(amountOf(cents)),
  formatAxis: (cents: number): string => formatUsdExact(amountOf(cents)).replace(/\.00$/, ''),
};
