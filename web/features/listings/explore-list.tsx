import type { ReactNode } from 'react';
import { type ExploreFilters, isFiltered } from '#contract/listings/explore-filters.ts';
import { type FeedRow, listingRoutes } from '#contract/listings/listings.ts';
import { formatUsd, micros, ZERO_MICROS } from '#contract/money.ts';
import { usePages } from '#web/api/query.ts';
import { largestOf } from '#web/nouns/budget-track.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { useFirstRows } from '#web/ui/lists/first-screen.ts';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading } from '#web/ui/pages/skeleton.tsx';
import { ExploreBar } from './explore-bar.tsx';
import { type ExploreChoices, useExploreChoices } from './explore-choices.ts';
import { ExploreRow, ExploreRowSkeleton, feedBudget } from './explore-row.tsx';

interface ExploreListProps {
  /** Renders the saved searches beside the filters. */
  saved?: (filters: ExploreFilters, open: (filters: ExploreFilters) => void) => ReactNode;
}

/** Lists all active listings, filtered and ordered as the page's address says. */
export function ExploreList({ saved }: ExploreListProps) {
  const { choices, known, change, open } = useExploreChoices();
  return (
    <>
      <ExploreBar choices={choices} onChange={change} />
      {known ? saved?.(choices, open) : null}
      <Results choices={choices} known={known} onClear={() => open({})} />
    </>
  );
}

interface ResultsProps {
  choices: ExploreChoices;
  known: boolean;
  onClear: () => void;
}

function Results({ choices, known, onClear }: ResultsProps) {
  const listings = usePages(
    listingRoutes.exploreListings,
    { query: choices },
    { enabled: known, placeholderData: (before) => before },
  );
  return (
    <QueryList
      of={listings}
      what="listings"
      loading={
        <Loading label="Loading listings">
          <div className="@container flex flex-col gap-2.5">
            {[0, 1, 2, 3].map((row) => (
              <ExploreRowSkeleton key={row} />
            ))}
          </div>
        </Loading>
      }
      empty={<Nothing filtered={isFiltered(choices)} onClear={onClear} />}
    >
      {(rows, more) => (
        <>
          <InView rows={rows} />
          <Rows rows={rows} isOld={listings.isPlaceholderData} />
          {more && <div className="flex items-center gap-3 self-center">{more}</div>}
        </>
      )}
    </QueryList>
  );
}

/** Height of a row on a wide screen, in pixels. On a phone a row is three times as high. */
const LEAST_ROW_PX = 160;

function Rows({ rows, isOld }: { rows: readonly FeedRow[]; isOld: boolean }) {
  const largest = largestOf(rows, feedBudget);
  return (
    <ul aria-label="Listings" aria-busy={isOld} className="@container flex flex-col gap-2.5">
      {useFirstRows(rows, LEAST_ROW_PX)?.map((row) => (
        <li key={row.id}>
          <ExploreRow listing={row} largest={largest} />
        </li>
      ))}
    </ul>
  );
}

function InView({ rows }: { rows: readonly FeedRow[] }) {
  const free = rows.reduce((sum, row) => micros(sum + row.freeMicros), ZERO_MICROS);
  return (
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
          Try removing a filter, or check again later.
        </EmptyState>
      ) : (
        <EmptyState level={2} title="No listings available">
          New listings are posted by verified hosts. They appear here as soon as they are funded.
        </EmptyState>
      )}
    </Panel>
  );
}
