import type { HostListingRow } from '#contract/listings/listings.ts';
import { runwayDays } from '#contract/listings/runway.ts';

/** Describes how long the budget lasts: "About 12 d left at the current pace". */
export function runwayLine({ budget, lastWeekMicros }: Pick<HostListingRow, 'budget' | 'lastWeekMicros'>) {
  const days = runwayDays({ freeMicros: budget.freeMicros, lastWeekMicros });
  if (days === null) return 'No spend in the last 7 days';
  return days < 1 ? 'Less than a day left' : `About ${days} d left at the current pace`;
}
