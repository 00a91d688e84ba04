import { useInfiniteQuery } from '@tanstack/react-query';
import { formatUsd, micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { pagedQuery } from '#web/api/query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { ExploreBar } from './explore-bar.tsx';
import { type ExploreFilters, isFiltered, useExploreFilters } from './explore-filters.ts';
import { ExploreRow, ExploreRowSkeleton } from './explore-row.tsx';

/** All active listings, filtered and sorted by what stands in the address. */
export function ExploreList() {
  const { filters, change, clear } = useExploreFilters();
  return (
    <>
      <ExploreBar filters={filters} onChange={change} />
      <Results filters={filters} onClear={clear} />
    </>
  );
}

function useListings(filters: ExploreFilters) {
  return useInfiniteQuery({
    ...pagedQuery(routes.exploreListings, { query: filters }),
    placeholderData: (before) => before,
  });
}

function Results({ filters, onClear }: { filters: ExploreFilters; onClear: () => void }) {
  const listings = useListings(filters);
  if (listings.isError && !listings.data) {
    return (
      <ErrorState title="The listings did not load." onRetry={() => listings.refetch()}>
        {listings.error.message}
      </ErrorState>
    );
  }
  if (!listings.data) {
    return (
      <Loading label="Loading listings">
        <div className="flex flex-col gap-2.5">
          {[0, 1, 2, 3].map((row) => (
            <ExploreRowSkeleton key={row} />
          ))}
        </div>
      </Loading>
    );
  }
  const rows = listings.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <Nothing filtered={isFiltered(filters)} onClear={onClear} />;
  const free = rows.reduce((sum, row) => micros(sum + row.freeMicros), micros(0n));
  return (
    <>
      <p
        role="status"
        className="flex flex-wrap gap-x-6.5 gap-y-1 text-muted text-sm [&_b]:font-semibold [&_b]:text-ink"
      >
        <span>
          <b>{rows.length}</b> {rows.length === 1 ? 'listing' : 'listings'} in view
        </span>
        <span>
          <b>{formatUsd(free)}</b> free budget
        </span>
      </p>
      <ul aria-label="Listings" aria-busy={listings.isPlaceholderData} className="flex flex-col gap-2.5">
        {rows.map((row) => (
          <li key={row.id}>
            <ExploreRow listing={row} />
          </li>
        ))}
      </ul>
      {listings.isFetchNextPageError ? (
        <ErrorState title="The next listings did not load." onRetry={() => listings.fetchNextPage()}>
          {listings.error.message}
        </ErrorState>
      ) : listings.hasNextPage ? (
        <Button
          className="self-center"
          busy={listings.isFetchingNextPage && 'Loading...'}
          onClick={() => listings.fetchNextPage()}
        >
          Show more listings
        </Button>
      ) : null}
    </>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <Panel flush>
      {filtered ? (
        <EmptyState
          level={2}
          title="No listing matches"
          action={<Button onClick={onClear}>Clear filters</Button>}
        >
          Nothing fits these filters right now. Widen them, or look again later.
        </EmptyState>
      ) : (
        <EmptyState level={2} title="No listings available">
          New listings are posted by verified hosts. They appear here as soon as their budget is held.
        </EmptyState>
      )}
    </Panel>
  );
}
