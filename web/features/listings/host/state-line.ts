import type { HostListingRow } from '#contract/listings/listings.ts';
import { stateNote } from './listing-actions.ts';
import { runwayLine } from './spend-rate.ts';
import { useBudgetQueues } from './use-budget-queues.ts';

/** Returns what the listing's state means for its money, or how long the budget of an open one lasts. */
export function useStateLine(): (listing: HostListingRow) => string | null {
  const queueOf = useBudgetQueues();
  return (listing) => stateNote(listing, queueOf(listing)) ?? runwayLine(listing);
}
