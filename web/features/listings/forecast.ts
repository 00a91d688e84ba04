import { earnsAt } from '#contract/earnings/earned.ts';
import type { FeedRow, ListingPage } from '#contract/listings/listings.ts';
import { type Micros, ZERO_MICROS } from '#contract/money.ts';

/** The number of views of the forecast. */
export const FORECAST_VIEWS = 50_000;

type Terms = Pick<FeedRow, 'rateCentsPerMille' | 'minViews' | 'maxPayoutMicros' | 'freeMicros'>;

/**
 * The guaranteed earnings of an approved clip with this many views. If budget is reserved on approval, that
 * is everything it earns while a full maximum is free; otherwise 0, because clips approved earlier are paid
 * first.
 */
export function sureAt(views: number, listing: Terms & Pick<ListingPage, 'rules'>): Micros {
  const { allocation, maxPayoutMicros } = listing.rules;
  const set = allocation === 'reserved' && maxPayoutMicros !== null && listing.freeMicros >= maxPayoutMicros;
  return set ? earnsAt(views, listing) : ZERO_MICROS;
}

/** The effective rate in cents per 1,000 views at the forecast, after minimum, cap and free budget. */
export const effectiveAt = (views: number, terms: Terms): number =>
  Number(earnsAt(views, terms) / 10n) / views;
