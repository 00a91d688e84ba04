import { formatUsd, formatUsdExact, type Micros, micros } from '#contract/money.ts';

const MICROS_PER_CENT = 10_000;

/**
 * Converts an amount to the cents of a chart. Fractions are kept, so that less than a cent also has a height.
 */
export const chartCents = (amount: Micros): number => Number(amount) / MICROS_PER_CENT;

const amountOf = (cents: number): Micros => micros(BigInt(Math.round(cents * MICROS_PER_CENT)));

/** Formats of values in money charts: "$131.40" and "<$0.01" at a point, "$150" and "$0.005" on the axis. */
export const moneyFormats = {
  format: (cents: number): string => formatUsd(amountOf(cents)),
  formatAxis: (cents: number): string => formatUsdExact(amountOf(cents)).replace(/\.00$/, ''),
};
