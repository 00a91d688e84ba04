import type { HostListingRow } from '#contract/listings.ts';

/** Whole days that the free budget lasts at the pace of the last seven days; null when nothing was spent in them. */
export const runwayDays = ({ budget, lastWeekMicros }: Pick<HostListingRow, 'budget' | 'lastWeekMicros'>) =>
  lastWeekMicros > 0n ? Number((budget.freeMicros * 7n) / lastWeekMicros) : null;

/** Cents per 1,000 verified views that were really paid, minimums and caps counted; null before the first view. */
export const effectiveCents = ({ budget, views }: Pick<HostListingRow, 'budget' | 'views'>): number | null =>
  views > 0 ? Math.round(Number(budget.paidMicros / 10n) / views) : null;

/** "Lasts 12 d at last week's pace" */
export function runwayLine(listing: Pick<HostListingRow, 'budget' | 'lastWeekMicros'>): string {
  const days = runwayDays(listing);
  if (days === null) return 'Nothing spent in 7 d';
  return days < 1 ? "Under a day left at this week's pace" : `Lasts ${days} d at this week's pace`;
}
