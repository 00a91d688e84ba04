import { type ReactNode, Suspense } from 'react';
import { type ExploreFilters, isFiltered } from '#contract/listings/explore-filters.ts';
import type { ListingCount } from '#contract/listings/listing-forecast.ts';
import { type FeedRow, listingRoutes } from '#contract/listings/listings.ts';
import { usePages, useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { useFirstRows } from '#web/ui/lists/first-screen.ts';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { ExploreBar } from './explore-bar.tsx';
import { cardsStyle, ExploreCard, ExploreCardSkeleton } from './explore-card.tsx';
import { type ExploreChoices, useExploreChoices } from './explore-choices.ts';

interface ExploreListProps {
  /** Renders the saved searches in front of the filters. */
  saved?: (filters: ExploreFilters, open: (filters: ExploreFilters) => void) => ReactNode;
  /** Renders what saves the current search, beside the number of listings. */
  save?: (filters: ExploreFilters) => ReactNode;
  /** True if cards offer to cut their source in the Clip Studio. */
  offersCut?: boolean;
}

/** Lists all active listings, filtered and ordered as the page's address says. */
export function ExploreList({ saved, save, offersCut = false }: ExploreListProps) {
  const { choices, known, change, open } = useExploreChoices();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ExploreBar choices={choices} onChange={change} saved={known ? saved?.(choices, open) : null} />
      <Results
        choices={choices}
        known={known}
        onClear={() => open({})}
        save={known ? save?.(choices) : null}
        offersCut={offersCut}
      />
    </div>
  );
}

interface ResultsProps {
  choices: ExploreChoices;
  known: boolean;
  onClear: () => void;
  save: ReactNode;
  offersCut: boolean;
}

function Results({ choices, known, onClear, save, offersCut }: ResultsProps) {
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
          <div className="@container">
            <div className={cardsStyle}>
              {[0, 1, 2, 3].map((row) => (
                <ExploreCardSkeleton key={row} />
              ))}
            </div>
          </div>
        </Loading>
      }
      empty={<Nothing filtered={isFiltered(choices)} onClear={onClear} save={save} />}
    >
      {(rows, more) => (
        <div className="flex min-w-0 flex-col gap-2.5">
          <div className="flex min-h-7.5 flex-wrap items-center justify-between gap-x-6.5 gap-y-1 text-muted text-sm">
            <Total choices={choices} known={known} shown={rows.length} isAll={more === null} />
            {choices.sort === 'earnings' ? <span>{EXPECTED}</span> : null}
            {save}
          </div>
          <Cards rows={rows} isOld={listings.isPlaceholderData} offersCut={offersCut} />
          {more && <div className="flex items-center gap-3 self-center">{more}</div>}
        </div>
      )}
    </QueryList>
  );
}

const EXPECTED =
  'Expected: what a typical clip earns here, or an equal share of the remaining budget if that is less.';

/** Height of a line of the table on a wide screen, in pixels. A card on a phone is about twice as high. */
const LEAST_ROW_PX = 120;

interface CardsProps {
  rows: readonly FeedRow[];
  isOld: boolean;
  offersCut: boolean;
}

function Cards({ rows, isOld, offersCut }: CardsProps) {
  return (
    <div className="@container">
      <ul aria-label="Listings" aria-busy={isOld} className={cardsStyle}>
        {useFirstRows(rows, LEAST_ROW_PX)?.map((row) => (
          <li key={row.id} className="min-w-0">
            {/* React hydrates each boundary in a separate task, so that a phone can respond between them. */}
            <Suspense>
              <ExploreCard listing={row} offersCut={offersCut} />
            </Suspense>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TotalProps {
  choices: ExploreChoices;
  known: boolean;
  /** The number of rows that are loaded, and whether these are all. */
  shown: number;
  isAll: boolean;
}

/** Shows how many listings match. Only if not all of them are loaded, the server counts them. */
function Total({ choices: { sort: _sort, ...filters }, known, shown, isAll }: TotalProps) {
  const { data } = useRead(
    listingRoutes.countListings,
    { query: filters },
    { enabled: known && !isAll, placeholderData: (before) => before },
  );
  const { listings, hasMore }: ListingCount = isAll
    ? { listings: shown, hasMore: false }
    : (data ?? { listings: shown, hasMore: true });
  return (
    <p role="status">
      <b className="font-semibold text-ink">
        {formatCount(listings)}
        {hasMore ? '+' : ''}
      </b>{' '}
      {listings === 1 ? 'listing' : 'listings'}
    </p>
  );
}

interface NothingProps {
  filtered: boolean;
  onClear: () => void;
  save: ReactNode;
}

function Nothing({ filtered, onClear, save }: NothingProps) {
  return (
    <Panel flush>
      {filtered ? (
        <EmptyState
          level={2}
          title="No listings match"
          action={
            <div className="flex flex-wrap items-center justify-center gap-2">
              <Button onClick={onClear}>Clear filters</Button>
              {save}
            </div>
          }
        >
          {save
            ? 'Try removing a filter, or save this search to get notified.'
            : 'Try removing a filter, or check again later.'}
        </EmptyState>
      ) : (
        <EmptyState level={2} title="No listings available">
          New listings are posted by verified hosts. They appear here as soon as they are funded.
        </EmptyState>
      )}
    </Panel>
  );
}
