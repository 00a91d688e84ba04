import { Link, useParams } from 'react-router';
import { type HostListingRow, namedState } from '#contract/listings/listings.ts';
import { routes } from '#contract/routes.ts';
import { address, isFault } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import {
  ListingResultsSkeleton,
  ListingResultsView,
} from '#web/features/listing-results/listing-results.tsx';
import { ResultLinks } from '#web/features/listing-results/result-links.tsx';
import { OwnListingActions } from '#web/features/listings/host/own-listing-actions.tsx';
import { useStateLine } from '#web/features/listings/host/state-line.ts';
import { ListingMoments } from '#web/features/listings/listing-moments.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { PrintButton, PrintedAt } from '#web/ui/lists/print-button.tsx';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { paths } from '../paths.ts';
import { ListingTrail } from './listing-trail.tsx';
import { useListingActs } from './use-listing-acts.tsx';

/** The results of an own listing, with everything its host can do about it. */
export function ListingPage() {
  const { id = '' } = useParams();
  const found = useRead(
    routes.listingResults,
    { params: { id } },
    { retry: (count, failure) => isFault(failure) && count < 3 },
  );
  const { dialogs, ...acts } = useListingActs();
  const lineOf = useStateLine();
  const { data, error } = found;
  const code = error && 'code' in error ? error.code : null;
  return (
    <>
      <ListingTrail here="Results" />
      {data ? (
        <>
          <PageHeader
            title={data.listing.title}
            meaning={<Meaning listing={data.listing} />}
            action={
              <span className="flex flex-wrap items-center gap-2 print:hidden">
                <PrintButton />
                <OwnListingActions listing={data.listing} {...acts} />
              </span>
            }
          />
          <ListingResultsView
            of={data}
            note={lineOf(data.listing)}
            csv={address(routes.listingResultsCsv, { query: { ids: [id] } })}
            empty={<NoClips listing={data.listing} />}
            moments={<Moments id={id} />}
          />
          <ResultLinks listingId={id} />
        </>
      ) : code === 'not_found' || code === 'invalid_input' ? (
        <NoListing />
      ) : (
        <>
          <PageHeader title="Results" />
          {error ? <NotLoaded of={found} failed="The results did not load." /> : <ListingResultsSkeleton />}
        </>
      )}
      {dialogs}
    </>
  );
}

function Meaning({ listing }: { listing: HostListingRow }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <StatusBadge status={namedState(listing)} />
      <PrintedAt />
      <Link to={paths.listing(listing.id)} className="link print:hidden">
        As clippers see it
      </Link>
      <Link to={paths.hostCompare([listing.id])} className="link print:hidden">
        Compare
      </Link>
      <Link to={paths.hostSubmissions({ listing: listing.id })} className="link print:hidden">
        {listing.pendingClips === 0 ? 'All its clips' : `Review ${clipsText(listing.pendingClips)}`}
      </Link>
    </span>
  );
}

const clipsText = (clips: number): string => (clips === 1 ? '1 clip' : `${clips} clips`);

/** Says why there are no results, and what brings some. */
function NoClips({ listing: { id, pendingClips, state } }: { listing: HostListingRow }) {
  if (pendingClips > 0) {
    return (
      <EmptyState
        level={2}
        title="No clip approved yet"
        action={
          <Link to={paths.hostSubmissions({ listing: id })} className={buttonStyle({ variant: 'primary' })}>
            Review {clipsText(pendingClips)}
          </Link>
        }
      >
        Approved clips appear here with their views, cost and clippers.
      </EmptyState>
    );
  }
  if (state !== 'active') {
    return (
      <EmptyState level={2} title="No clip was approved">
        This listing spent nothing. It has no results to show.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={2}
      title="No clip yet"
      action={
        <Link to={paths.listing(id)} className={buttonStyle()}>
          Get the link to share
        </Link>
      }
    >
      Clippers find this listing in Explore. Share its link with your community, or choose Invite a clipper in
      the menu above.
    </EmptyState>
  );
}

/** Shows the earnings of each moment of an uploaded source. */
function Moments({ id }: { id: string }) {
  const { data } = useRead(routes.showListing, { params: { id } });
  if (data?.source.kind !== 'upload' || data.source.durationMs === null) return null;
  return (
    <ListingMoments listingId={id} durationMs={data.source.durationMs} comparesClips={data.comparesClips} />
  );
}

function NoListing() {
  return (
    <>
      <PageHeader title="Listing not found" />
      <Panel flush>
        <EmptyState
          level={2}
          title="There is no such listing of yours"
          action={
            <Link to={paths.hostListings()} className={buttonStyle()}>
              My Listings
            </Link>
          }
        >
          The address may have been mistyped, or the listing belongs to another host.
        </EmptyState>
      </Panel>
    </>
  );
}
