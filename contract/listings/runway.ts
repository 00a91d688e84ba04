import type { Micros } from '#contract/money.ts';

/**
 * Returns for how many whole days the free budget lasts at the spending of the last seven days, or null if
 * nothing was spent.
 */
export const runwayDays = (listing: { freeMicros: Micros; lastWeekMicros: Micros }): number | null =>
  listing.lastWeekMicros > 0n ? Number((listing.freeMicros * 7n) / listing.lastWeekMicros) : null;
