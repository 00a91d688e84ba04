import { Clock, Film, HandCoins, Languages, Percent, Sprout } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { paidViewsText, paysByFigures } from '#contract/clips/counted-views.ts';
import type { FeedRow } from '#contract/listings/listings.ts';
import { formatRate, formatUsd, type Micros, micros } from '#contract/money.ts';
import { type Budget, BudgetTrack } from '#web/nouns/budget-track.tsx';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { LiveMark } from '#web/ui/pages/badge.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { effectiveAt, FORECAST_VIEWS } from './forecast.ts';
import {
  decidesIn,
  languageName,
  limitsLine,
  runwayLine,
  viewsLeft,
  wholePercent,
} from './listing-labels.ts';
import { PlatformTags } from './platform-tags.tsx';

const rowStyle =
  'group relative grid gap-x-5.5 overflow-hidden rounded-panel border border-line bg-surface hover:border-line-strong ' +
  'grid-cols-[108px_minmax(0,1.55fr)_minmax(0,1.25fr)_minmax(0,0.9fr)_118px] @max-[60rem]:grid-cols-[90px_minmax(0,1.4fr)_minmax(0,1.2fr)_118px] ' +
  '@max-2xl:grid-cols-[88px_minmax(0,1fr)] @max-2xl:gap-x-3.5';

interface ExploreRowProps {
  listing: FeedRow;
  /** The largest budget among the shown listings. */
  largest: Micros;
}

/**
 * Shows a listing in one row: its title, its remaining budget, the host's decision record and the rate.
 * Memoized, so that a row is only rerendered if its listing changed.
 */
export const ExploreRow = memo(({ listing, largest }: ExploreRowProps) => {
  return (
    <article className={rowStyle} aria-labelledby={`listing-${listing.id}`}>
      <div className="relative min-h-38 bg-well @max-2xl:row-span-2">
        <ClipPoster fill id={listing.id} src={listing.sourcePosterUrl} />
      </div>
      <What listing={listing} />
      <FreeBudget listing={listing} largest={largest} />
      <Reliability host={listing.host} />
      <Pay listing={listing} />
    </article>
  );
});

function What({ listing }: { listing: FeedRow }) {
  return (
    <div className="flex min-w-0 flex-col justify-between gap-2.5 py-4 @max-2xl:pt-3.5 @max-2xl:pr-3.5 @max-2xl:pb-0">
      <div className="flex flex-col gap-2">
        <span className="flex items-center gap-2">
          <LiveMark live>Live</LiveMark>
          <span className="wrap-anywhere text-muted text-sm">@{listing.host.username}</span>
        </span>
        <h2 id={`listing-${listing.id}`} className="font-bold text-md leading-tight [overflow-wrap:anywhere]">
          <Link to={paths.listing(listing.id)} className="after:absolute after:inset-0 after:rounded-panel">
            <bdi>{listing.title}</bdi>
          </Link>
        </h2>
        <PlatformTags platforms={listing.platforms} />
      </div>
      <p className="flex flex-wrap gap-x-3.5 gap-y-1 text-muted text-sm [&>span]:flex [&>span]:items-center [&>span]:gap-1.25 [&_svg]:size-3.5">
        <span>
          <Film aria-hidden />
          {listing.sourceKind === 'link'
            ? 'Source by link'
            : listing.sourceDurationMs
              ? `${runningTime(listing.sourceDurationMs)} source`
              : 'MP4 source'}
        </span>
        <span>
          <Languages aria-hidden />
          {languageName(listing.language)}
        </span>
      </p>
    </div>
  );
}

/** Returns a listing's budget, computed from the fields of the feed. */
export const feedBudget = ({ fundedMicros, freeMicros, reservedMicros }: FeedRow): Budget => ({
  spent: micros(fundedMicros - freeMicros - reservedMicros),
  reserved: reservedMicros,
  free: freeMicros,
});

function FreeBudget({ listing, largest }: { listing: FeedRow; largest: Micros }) {
  const { fundedMicros, freeMicros, rateCentsPerMille } = listing;
  return (
    <div className="flex min-w-0 flex-col justify-center gap-2.25 py-4 @max-2xl:justify-start @max-2xl:pt-2.5 @max-2xl:pr-3.5 @max-2xl:pb-3.5">
      <div className="flex items-end justify-between gap-3">
        <span>
          <span className="label block">Free budget</span>
          <span className="num text-figure">{formatUsd(freeMicros)}</span>
        </span>
        <span className="text-right text-muted text-sm">
          of {formatUsd(fundedMicros)}
          <b className="block font-semibold text-ink">
            {formatCount(viewsLeft(freeMicros, rateCentsPerMille))} views left
          </b>
        </span>
      </div>
      <BudgetTrack budget={feedBudget(listing)} largest={largest} />
      <span className="text-muted text-sm">
        <span className="block">{runwayLine(listing)}</span>
        {limitsLine(listing)}
      </span>
    </div>
  );
}

function Reliability({ host }: { host: FeedRow['host'] }) {
  const decides = decidesIn(host.medianHoursToDecide);
  return (
    <ul className="flex min-w-0 flex-col justify-center gap-2 text-sm @max-[60rem]:hidden @max-2xl:col-span-full @max-2xl:flex @max-2xl:flex-row @max-2xl:flex-wrap @max-2xl:justify-start @max-2xl:gap-x-4 @max-2xl:border-line @max-2xl:border-t @max-2xl:px-3.5 @max-2xl:py-2.75 [&>li]:flex [&>li]:items-center [&>li]:gap-2 [&_svg]:size-3.75 [&_svg]:shrink-0">
      {decides ? (
        <li>
          <Clock aria-hidden />
          {`Decides in ${decides} (median)`}
        </li>
      ) : null}
      {host.approvedShare === null ? (
        <li>
          <Sprout aria-hidden />
          {host.paidShare === null ? 'New host' : 'Few recent decisions'}
        </li>
      ) : (
        <li>
          <Percent aria-hidden />
          {`${wholePercent(host.approvedShare)} of decided clips approved`}
        </li>
      )}
      {host.paidShare === null ? null : (
        <li>
          <HandCoins aria-hidden />
          {`${wholePercent(host.paidShare)} of budgets paid out`}
        </li>
      )}
    </ul>
  );
}

function Pay({ listing }: { listing: FeedRow }) {
  const effective = effectiveAt(FORECAST_VIEWS, listing);
  return (
    <div className="flex flex-col items-end justify-between gap-3 py-4 pr-4.5 text-right @max-2xl:col-span-full @max-2xl:flex-row @max-2xl:items-center @max-2xl:border-line @max-2xl:border-t @max-2xl:px-3.5 @max-2xl:py-3 @max-2xl:text-left">
      <span>
        <span className="num block text-3xl">{formatRate(listing.rateCentsPerMille)}</span>
        <span className="text-muted text-xs">
          per 1,000 {paysByFigures(listing) ? paidViewsText(listing) : 'views'}
        </span>
        {effective < listing.rateCentsPerMille ? (
          <span className="block text-muted text-xs">
            ≈ {formatRate(Math.floor(effective))} if your clip gets {formatCount(FORECAST_VIEWS)} views
          </span>
        ) : null}
      </span>
      <span aria-hidden="true" className={buttonStyle({ size: 'sm' })}>
        View listing
      </span>
    </div>
  );
}

export function ExploreRowSkeleton() {
  return (
    <div className={rowStyle}>
      <Skeleton className="min-h-38 rounded-none @max-2xl:row-span-2" />
      <div className="flex flex-col gap-3 py-4">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-4.5 w-52 max-w-full" />
        <Skeleton className="h-3 w-36" />
      </div>
      <div className="flex flex-col justify-center gap-3 py-4 @max-2xl:pt-0 @max-2xl:pr-3.5">
        <Skeleton className="h-7 w-32" />
        <Skeleton className="h-2.5" />
      </div>
      <div className="flex flex-col justify-center gap-3 @max-[60rem]:hidden">
        <Skeleton className="h-3 w-32" />
        <Skeleton className="h-3 w-24" />
      </div>
      <div className="flex flex-col items-end justify-between py-4 pr-4.5 @max-2xl:hidden">
        <Skeleton className="h-10 w-20" />
        <Skeleton className="h-7.5 w-24" />
      </div>
    </div>
  );
}
