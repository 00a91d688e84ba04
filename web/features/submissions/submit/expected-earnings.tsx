import { paidViewsText, paysByFigures } from '#contract/clips/counted-views.ts';
import { earnsAt, worthOf } from '#contract/earnings/earned.ts';
import { ATTESTED_MAX } from '#contract/limits.ts';
import type { FeedRow } from '#contract/listings/listings.ts';
import { formatRate, formatUsd, formatUsdExact, microsPerView, ZERO_MICROS } from '#contract/money.ts';
import type { CountLevel } from '#contract/tracking.ts';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

type Terms = Pick<
  FeedRow,
  'rateCentsPerMille' | 'minViews' | 'maxPayoutMicros' | 'freeMicros' | 'countedViews' | 'countedCountries'
>;

export interface ExpectedEarningsProps {
  listing: Terms | null;
  /** Facts about the post, from its platform or from its link; null until they are known. */
  post: { views: number | null; countLevel: CountLevel } | null;
  /** The typed view count, for a post whose platform reports none; null without input. */
  typed: number | null;
}

/** Shows what the current views earn by the listing's terms, and which term limits the earnings. */
export function ExpectedEarnings({ listing, post, typed }: ExpectedEarningsProps) {
  const fromPlatform = post !== null && post.views !== null;
  const views = fromPlatform ? post.views : typed;
  const terms = listing && post?.countLevel === 'attested' ? byScreenshots(listing) : listing;
  return (
    <Panel title="Expected earnings">
      {terms && views !== null ? (
        <div role="status" className="flex flex-col gap-3">
          <p className="flex flex-wrap items-baseline gap-x-2">
            {paysByFigures(terms) ? <span className="text-muted text-sm">At most</span> : null}
            <span className="num text-4xl">{formatUsd(earnsAt(views, terms))}</span>
          </p>
          <Facts>
            <Fact name={fromPlatform ? 'Views so far' : 'Views you entered'}>{formatCount(views)}</Fact>
            <Fact name="Rate per 1,000">{formatRate(terms.rateCentsPerMille)}</Fact>
            <Fact name="Most it can earn">
              {terms.maxPayoutMicros !== null && formatUsd(terms.maxPayoutMicros)}
            </Fact>
          </Facts>
          <p className="text-muted text-sm">
            {limitOf(views, terms)}{' '}
            {post?.countLevel === 'attested'
              ? 'Once the clip is approved, it earns for the views that two reviewers confirm from your screenshots.'
              : paysByFigures(terms)
                ? `This listing pays for ${paidViewsText(terms)} only. Your account’s analytics show about three days later how many of your views count. Those views earn once the clip is approved.`
                : 'Once the clip is approved, its verified views earn, including later ones.'}
          </p>
        </div>
      ) : (
        <p className="text-muted">
          {terms
            ? `${formatRate(terms.rateCentsPerMille)} for every 1,000 ${paidViewsText(terms)}. Paste your link to see what those so far earn.`
            : 'Paste your link and choose a listing to see what your views so far would earn.'}
        </p>
      )}
    </Panel>
  );
}

/** Returns the listing's terms with the lower maximum payout of clips that are counted from screenshots. */
function byScreenshots(listing: Terms): Terms & { isAttestedMax: boolean } {
  const { maxPayoutMicros } = listing;
  const isAttestedMax = maxPayoutMicros === null || maxPayoutMicros > ATTESTED_MAX;
  return { ...listing, isAttestedMax, maxPayoutMicros: isAttestedMax ? ATTESTED_MAX : maxPayoutMicros };
}

/** Describes the term that makes these views earn less than the plain rate. */
export function limitOf(views: number, listing: Terms & { isAttestedMax?: boolean }): string {
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
    return listing.isAttestedMax
      ? `A clip verified by screenshot earns up to ${formatUsdExact(maxPayoutMicros)}.`
      : `The listing pays up to ${formatUsdExact(maxPayoutMicros)} per clip.`;
  }
  return 'No caps apply yet.';
}
