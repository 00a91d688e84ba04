import type { ListingResults } from '#contract/listing-results/listing-results.ts';

export type ResultHour = ListingResults['hours'][number];

/** Formats an hour of the day: "08:00". */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const viewsEach = ({ views, clips }: ResultHour): number => Math.round(views / clips);

/** Returns the hour whose clips got most views each. There must be at least one hour. */
export const bestHour = (hours: readonly ResultHour[]): ResultHour =>
  hours.reduce((most, one) => (viewsEach(one) > viewsEach(most) ? one : most));
