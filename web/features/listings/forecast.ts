import { earnsAt } from '#contract/earnings/earned.ts';
import type { FeedRow, ListingPage } from '#contract/listings/listings.ts';
import { type Micros, ZERO_MICROS } from '#contract/money.ts';

/** The number of views for which the forecast is made. */
export const FORECAST_VIEWS = 50_000;

type Terms = Pick<FeedRow, 'rateCentsPerMille' | 'minViews' | 'maxPayoutMicros' | 'freeMicros'>;

/**
 * Returns what an approved clip with this many views is guaranteed to earn. If budget is reserved on
 * approval, this is all that the clip can earn, provided that a full maximum is free. Otherwise it is 0,
 * because clips that were approved earlier are paid first.
 */
export function sureAt(views: number, listing: Terms & Pick<ListingPage, 'rules'>): Micros {
  const { allocation, maxPayoutMicros } = listing.rules;
  const set = allocation === 'reserved' && maxPayoutMicros !== null && listing.freeMicros >= maxPayoutMicros;
  return set ? earnsAt(views, listing) : ZERO_MICROS;
}

/**
 * Returns the effective rate at the forecast, in cents per 1,000 views, after the minimum, the maximum and
 * the free budget.
 */
export const effectiveAt = (views: number, terms: Terms): number =>
  Number(earnsAt(views, terms) / 10n) / views;
