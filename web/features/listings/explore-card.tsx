import { Scissors } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paidViewsText, paysByFigures } from '#contract/clips/counted-views.ts';
import { categoryNames } from '#contract/listings/categories.ts';
import type { FeedRow } from '#contract/listings/listings.ts';
import { formatRate, formatUsd, type Micros, micros } from '#contract/money.ts';
import { type Budget, BudgetTrack } from '#web/nouns/budget-track.tsx';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { paths } from '#web/routes/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { useHydrated } from '#web/ui/pages/hydration.ts';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { effectiveAt, FORECAST_VIEWS } from './forecast.ts';
import {
  clipsOf,
  hostLine,
  languageName,
  limitsLine,
  postedAt,
  runwayLine,
  wholePercent,
} from './listing-labels.ts';
import { PlatformTags } from './platform-tags.tsx';

/** Classes of the list: one column of cards on a phone, two on a tablet, and lines of a table above that. */
export const cardsStyle = '@2xl:grid-cols-2 @[62rem]:grid-cols-1 grid gap-2.5';

const cardStyle =
  'group relative grid h-full grid-cols-3 grid-rows-[1fr_auto_auto] overflow-hidden rounded-panel border border-line bg-surface hover:border-line-strong ' +
  '@[62rem]:min-h-30 @[62rem]:grid-rows-1 @[62rem]:grid-cols-[minmax(0,2.6fr)_minmax(0,0.69fr)_minmax(0,0.69fr)_minmax(0,1.62fr)_8.25rem] @[62rem]:items-stretch @[62rem]:gap-x-5';

/** Classes of a figure: a third of a card, or a column of a line. */
const figureStyle =
  'flex min-w-0 flex-col gap-0.5 border-line border-t px-2.5 py-2.5 @[62rem]:justify-center @[62rem]:border-t-0 @[62rem]:px-0 @[62rem]:py-4';

/** In a line of a table, the rate is the last column. */
const payPlace = '@[62rem]:order-last @[62rem]:items-end @[62rem]:pr-4.5';

interface CardProps {
  listing: FeedRow;
  /** True if the viewer is a clipper, who can cut the source in the Clip Studio. */
  offersCut?: boolean;
}

/**
 * Shows a listing: what it is, what it pays, what a clip earned and can expect here, and what is left of its
 * budget. Memoized, so that a card is only rerendered if its listing changed.
 */
export const ExploreCard = memo(({ listing, offersCut = false }: CardProps) => (
  <article className={cardStyle} aria-labelledby={`listing-${listing.id}`}>
    <What listing={listing} offersCut={offersCut} />
    <Pay listing={listing} />
    <Figure
      label={
        <>
          Typical clip<span className="@max-[62rem]:hidden"> earned</span>
        </>
      }
      note={listing.paidClips > 0 ? `${clipsOf(listing.paidClips)} paid` : 'No clip paid yet'}
    >
      {listing.typicalMicros === null ? null : formatUsd(listing.typicalMicros)}
    </Figure>
    <Figure
      label="Expect about"
      note={
        listing.competingClips > 0 ? `${formatCount(listing.competingClips)} competing` : 'None competing'
      }
    >
      {roughly(listing.expectedMicros)}
    </Figure>
    <BudgetLeft listing={listing} />
  </article>
));

/** Formats an estimate: whole dollars from ten dollars on, since cents would pretend to be exact. */
const roughly = (amount: Micros): string =>
  amount < TEN_DOLLARS ? formatUsd(amount) : formatUsd(amount).replace(/\.\d+$/, '');
const TEN_DOLLARS = 10_000_000n;

function What({ listing, offersCut }: Required<CardProps>) {
  return (
    <div className="col-span-3 flex min-w-0 @[62rem]:col-span-1">
      <div className="relative w-21 shrink-0 bg-well">
        <ClipPoster fill id={listing.id} src={listing.sourcePosterUrl} />
        {offersCut && listing.opensInStudio ? <CutLink listing={listing} /> : null}
      </div>
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-1.25 px-3.5 py-2.5 @[62rem]:gap-1.75 @[62rem]:py-3 @[62rem]:pl-5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          {listing.category ? (
            <span className="font-semibold text-ink">{categoryNames[listing.category]}</span>
          ) : null}
          <Posted at={listing.createdAt} />
        </p>
        <h2
          id={`listing-${listing.id}`}
          className="line-clamp-2 font-bold text-md leading-tight [overflow-wrap:anywhere]"
        >
          <Link to={paths.listing(listing.id)} className="after:absolute after:inset-0 after:rounded-panel">
            <bdi>{listing.title}</bdi>
          </Link>
        </h2>
        <p className="wrap-anywhere text-muted text-sm">{hostLine(listing.host)}</p>
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-sm">
          <PlatformTags short platforms={listing.platforms} />
          <span>{languageName(listing.language)}</span>
          <Source listing={listing} />
        </div>
      </div>
    </div>
  );
}

/** Shows the kind and the length of the source, and whether the Clip Studio can open it. */
function Source({ listing: { sourceKind, sourceDurationMs, opensInStudio } }: { listing: FeedRow }) {
  const length = sourceDurationMs ? runningTime(sourceDurationMs) : 'MP4';
  if (!opensInStudio) return <span>{sourceKind === 'link' ? 'Source by link' : `${length} source`}</span>;
  return (
    <span className="flex items-center gap-1.25 whitespace-nowrap">
      <Scissors aria-hidden className="size-3.5 text-ink" />
      <span>
        <b className="font-semibold text-ink">Studio ready</b> · {length}
      </span>
    </span>
  );
}

/** Opens the studio. It is above the card's own link, which covers the whole card. */
const CutLink = ({ listing: { id, title } }: { listing: FeedRow }) => (
  <Link
    reloadDocument
    to={paths.clipperStudio(id)}
    aria-label={`Cut a clip of ${title}`}
    className="absolute inset-x-0 bottom-0 z-1 flex h-8 items-center justify-center gap-1.25 bg-well font-semibold text-well-ink text-xs hover:bg-well-2 focus-visible:-outline-offset-2"
  >
    <Scissors aria-hidden className="size-3.5" />
    Cut a clip
  </Link>
);

/** The server renders the day, because the page may be shown later than it was rendered. */
function Posted({ at }: { at: Date }) {
  const now = useNow();
  return <span className="whitespace-nowrap">{postedAt(at, useHydrated() ? now : null)}</span>;
}

function Figure({ label, note, children }: { label: ReactNode; note: string; children: ReactNode }) {
  return (
    <p className={cx(figureStyle, 'border-l @[62rem]:border-l-0')}>
      <span className="label">{label}</span>
      {children ? <span className="num text-xl">{children}</span> : null}
      <span className={cx('text-muted', children ? 'whitespace-nowrap text-xs' : 'text-sm')}>{note}</span>
    </p>
  );
}

function Pay({ listing }: { listing: FeedRow }) {
  const effective = effectiveAt(FORECAST_VIEWS, listing);
  return (
    <p className={cx(figureStyle, payPlace, '@[62rem]:text-right')}>
      <span className="label @[62rem]:hidden">Pays</span>
      <span className="num text-xl @[62rem]:text-3xl">{formatRate(listing.rateCentsPerMille)}</span>
      <span className={cx('text-muted text-xs', !paysByFigures(listing) && 'whitespace-nowrap')}>
        per 1,000 {paysByFigures(listing) ? paidViewsText(listing) : 'views'}
      </span>
      {effective < listing.rateCentsPerMille ? (
        <span
          className="font-semibold text-xs"
          title={`If your clip gets ${formatCount(FORECAST_VIEWS)} views`}
        >
          {formatRate(Math.floor(effective))} effective
          <span className="sr-only"> if your clip gets {formatCount(FORECAST_VIEWS)} views</span>
        </span>
      ) : null}
    </p>
  );
}

/** Returns a listing's budget, computed from the fields of the feed. */
const feedBudget = ({ fundedMicros, freeMicros, reservedMicros }: FeedRow): Budget => ({
  spent: micros(fundedMicros - freeMicros - reservedMicros),
  reserved: reservedMicros,
  free: freeMicros,
});

function BudgetLeft({ listing }: { listing: FeedRow }) {
  const { fundedMicros, freeMicros } = listing;
  const isUnspent = listing.paidClips === 0 && listing.lastWeekMicros === 0n;
  const pace = isUnspent ? 'No spend yet' : runwayLine(listing);
  const share = fundedMicros > 0n ? Number((freeMicros * 1_000n) / fundedMicros) / 1_000 : 0;
  return (
    <div className="col-span-3 flex min-w-0 flex-col gap-1.5 border-line border-t px-3.5 py-2.5 @[62rem]:col-span-1 @[62rem]:justify-center @[62rem]:border-t-0 @[62rem]:px-0 @[62rem]:py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 whitespace-nowrap text-sm">
        <b className="font-semibold">{wholePercent(share)} of budget left</b>
        <span className="text-muted">
          {formatUsd(freeMicros)} of {formatUsd(fundedMicros)}
        </span>
      </p>
      <BudgetTrack budget={feedBudget(listing)} />
      {/* Always two lines, whatever font is loaded, so that no card moves. */}
      <p className="text-muted text-xs [&>span]:block [&>span]:truncate">
        <span>{pace}</span>
        <span>{limitsLine(listing)}</span>
      </p>
    </div>
  );
}

export function ExploreCardSkeleton() {
  const figure = (place?: string) => (
    <div className={cx(figureStyle, place)}>
      <Skeleton className="h-3 w-16" />
      <Skeleton className="h-6 w-14" />
      <Skeleton className="h-3 w-20" />
    </div>
  );
  return (
    <div className={cardStyle}>
      <div className="col-span-3 flex min-h-30 @[62rem]:col-span-1">
        <Skeleton className="w-21 shrink-0 rounded-none" />
        <div className="flex flex-1 flex-col justify-center gap-2.5 px-3.5 py-3">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-4.5 w-52 max-w-full" />
          <Skeleton className="h-3 w-36" />
        </div>
      </div>
      {figure(payPlace)}
      {figure()}
      {figure()}
      <div className="col-span-3 flex flex-col justify-center gap-2 border-line border-t px-3.5 py-2.75 @[62rem]:col-span-1 @[62rem]:border-t-0">
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-2.5" />
        <Skeleton className="h-3 w-52 max-w-full" />
      </div>
    </div>
  );
}
