import { earnsAt, worthOf } from '#contract/earned.ts';
import type { FeedRow } from '#contract/listings.ts';
import { formatRate, formatUsd, formatUsdExact, microsPerView, ZERO_MICROS } from '#contract/money.ts';
import { formatCount } from '#web/ui/count.ts';
import { Facts, Panel } from '#web/ui/panel.tsx';

export interface ExpectedEarningsProps {
  listing: Pick<FeedRow, 'rateCentsPerMille' | 'minViews' | 'maxPayoutMicros' | 'freeMicros'> | null;
  /** Null while they are not known. */
  views: number | null;
  /** They are the platform's own count, not typed. */
  fromPlatform: boolean;
}

/** What the views so far would earn by the listing's terms, and what limits that. */
export function ExpectedEarnings({ listing, views, fromPlatform }: ExpectedEarningsProps) {
  return (
    <Panel title="Expected earnings">
      {listing && views !== null ? (
        <div role="status" className="flex flex-col gap-3">
          <p className="num text-4xl">{formatUsd(earnsAt(views, listing))}</p>
          <Facts
            rows={[
              { name: fromPlatform ? 'Views so far' : 'Views you entered', value: formatCount(views) },
              { name: 'Rate per 1,000', value: formatRate(listing.rateCentsPerMille) },
            ]}
          />
          <p className="text-muted text-sm">
            {limitOf(views, listing)} Once the clip is approved, its verified views earn, including later
            ones.
          </p>
        </div>
      ) : (
        <p className="text-muted">
          {listing
            ? `${formatRate(listing.rateCentsPerMille)} for every 1,000 verified views. Paste your link to see what those so far earn.`
            : 'Paste your link and choose a listing to see what the views so far earn.'}
        </p>
      )}
    </Panel>
  );
}

/** Which term of the listing keeps these views from earning all that the rate gives. */
export function limitOf(views: number, listing: NonNullable<ExpectedEarningsProps['listing']>): string {
  const { minViews, maxPayoutMicros, freeMicros, rateCentsPerMille } = listing;
  if (views < minViews) {
    return `A clip earns nothing below ${formatCount(minViews)} views; from there, every view counts.`;
  }
  const worth = worthOf(views, listing);
  const uncapped = BigInt(views) * microsPerView(rateCentsPerMille);
  if (earnsAt(views, listing) < worth) {
    return freeMicros === ZERO_MICROS
      ? 'The listing has no free budget left.'
      : `The listing has ${formatUsdExact(freeMicros)} of free budget left.`;
  }
  if (maxPayoutMicros !== null && worth < uncapped) {
    return `The listing pays ${formatUsdExact(maxPayoutMicros)} for a clip at most.`;
  }
  return 'Nothing limits it at this count.';
}
