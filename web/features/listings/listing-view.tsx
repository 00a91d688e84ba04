import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type ListingPage, listingRoutes } from '#contract/listings/listings.ts';
import { isFault } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { listingHead, unknownListingHead } from '#web/nouns/page-heads.ts';
import { paths } from '#web/routes/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { OptionalPart } from '#web/ui/pages/optional-part.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { HostCard } from './host-card.tsx';
import { ListingHead } from './listing-head.tsx';
import { ListingOffer, type Viewer } from './listing-offer.tsx';
import { ListingInstructions, ListingRules } from './listing-rules.tsx';
import { ListingSource } from './listing-source.tsx';

const columns =
  'grid grid-cols-[minmax(0,1fr)_22.5rem] gap-9 max-lg:gap-6 max-[60rem]:grid-cols-1 max-[60rem]:gap-5';

/**
 * Classes for the two-column layout. The offer may be higher than the head beside it, and the rules still
 * begin directly below the head.
 */
const rows =
  'gap-y-5! min-[60rem]:grid-rows-[auto_auto_1fr] min-[60rem]:[&>:nth-child(2)]:row-span-2 min-[60rem]:[&>:nth-child(2)]:self-start min-[60rem]:[&>:nth-child(3)]:row-span-2';

interface ListingViewProps {
  id: string;
  /** The viewer; null for a visitor, and undefined until the session is known. */
  viewer: Viewer | undefined;
  /** Renders what the viewer can do about the host. */
  actions?: (hostUsername: string) => ReactNode;
}

/** The public page of a listing. */
export function ListingView({ id, viewer, actions }: ListingViewProps) {
  const found = useRead(
    listingRoutes.showListing,
    { params: { id } },
    { retry: (count, failure) => isFault(failure) && count < 3 },
  );
  const { data: listing, error } = found;
  // Listing and session are awaited together, because showing one of them first would move the page.
  if (listing && viewer !== undefined) {
    return (
      <>
        <PageMeta {...listingHead({ ...listing, hostUsername: listing.host.username })} />
        <div className={cx(columns, rows)}>
          <ListingHead listing={listing} />
          <ListingOffer listing={listing} viewer={viewer} />
          <div className="flex min-w-0 flex-col gap-5">
            {listing.instructions ? <ListingInstructions text={listing.instructions} /> : null}
            <ListingRules listing={listing} />
            <ListingSource listing={listing} viewer={viewer} />
            <Moments listing={listing} viewer={viewer} />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <HostCard host={listing.host} />
            <OptionalPart>
              {actions?.(listing.host.username)}
              {listing.state === 'active' ? (
                <ShareListing id={id} hostUsername={listing.host.username} />
              ) : null}
            </OptionalPart>
          </div>
        </div>
      </>
    );
  }
  if (!error) return <ListingSkeleton />;
  if ('code' in error && (error.code === 'not_found' || error.code === 'invalid_input')) return <NoListing />;
  return <NotLoaded of={found} failed="The listing did not load." />;
}

const ListingMoments = lazyPart(async () => (await import('./listing-moments.tsx')).ListingMoments);
const ShareListing = lazyPart(async () => (await import('./share-listing.tsx')).ShareListing);
const TakenMoments = lazyPart(async () => (await import('./listing-moments.tsx')).TakenMoments);

/** Shows which moments of an uploaded source clips show. Only the host sees the money. */
function Moments({
  listing: { id, isOwn, source, comparesClips },
  viewer,
}: {
  listing: ListingPage;
  viewer: Viewer;
}) {
  if (source.kind !== 'upload' || !source.durationMs || !source.mayWatch) return null;
  const of = { listingId: id, durationMs: source.durationMs };
  return (
    <OptionalPart>
      {isOwn ? <ListingMoments {...of} comparesClips={comparesClips} /> : null}
      {viewer?.role === 'clipper' ? <TakenMoments {...of} /> : null}
    </OptionalPart>
  );
}

function NoListing() {
  return (
    <div className="flex flex-col items-start gap-4 py-10">
      <title>{unknownListingHead.title}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1} className="disp text-2xl">
        Listing not found
      </h1>
      <p className="max-w-100 text-muted">There is no listing at this address. It may have been mistyped.</p>
      <Link to={paths.explore()} className="link">
        Explore listings
      </Link>
    </div>
  );
}

function ListingSkeleton() {
  return (
    <Loading label="Loading listing">
      <div className={cx(columns, 'min-h-dvh content-start')}>
        <div className="grid grid-cols-[15.5rem_minmax(0,1fr)] gap-9 max-lg:grid-cols-[10rem_minmax(0,1fr)] max-sm:grid-cols-[6rem_minmax(0,1fr)]">
          <Skeleton className="aspect-9/16 w-full" />
          <div className="flex flex-col gap-4">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-12 w-4/5" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
        <Skeleton className="h-110 rounded-panel" />
      </div>
    </Loading>
  );
}
