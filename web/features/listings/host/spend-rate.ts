import type { HostListingRow } from '#contract/listings/listings.ts';
import { runwayDays } from '#contract/listings/runway.ts';

/**
 * Returns the cents paid per 1,000 verified views, after minimums and maximums, or null before the first
 * view.
 */
export const effectiveCents = ({ budget, views }: Pick<HostListingRow, 'budget' | 'views'>): number | null =>
  views > 0 ? Math.round(Number(budget.paidMicros / 10n) / views) : null;

/** Describes how long the budget lasts: "Lasts 12 d at last week's pace". */
export function runwayLine({ budget, lastWeekMicros }: Pick<HostListingRow, 'budget' | 'lastWeekMicros'>) {
  const days = runwayDays({ freeMicros: budget.freeMicros, lastWeekMicros });
  if (days === null) return 'Nothing spent in 7 d, counted hourly';
  return days < 1 ? "Under a day left at this week's pace" : `Lasts ${days} d at this week's pace`;
}
