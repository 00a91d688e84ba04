import type { Micros } from '#contract/money.ts';

/** Whole days that the free budget lasts at the rate of the last seven days; null when nothing was spent in them. */
export const runwayDays = (listing: { freeMicros: Micros; lastWeekMicros: Micros }): number | null =>
  listing.lastWeekMicros > 0n ? Number((listing.freeMicros * 7n) / listing.lastWeekMicros) : null;
