import type { ReactNode } from 'react';
import type { ListingResults } from '#contract/listing-results/listing-results.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton, SkeletonRows } from '#web/ui/pages/skeleton.tsx';
import { ResultBoard, type ResultBoardProps, ResultBudget } from './result-board.tsx';
import { ResultDays, ResultForecast } from './result-forecast.tsx';
import { ResultHours } from './result-hours.tsx';
import { ResultClippers, ResultClips, ResultPlatforms } from './result-tables.tsx';

interface ListingResultsViewProps {
  of: { listing: ResultBoardProps['listing']; results: ListingResults };
  /** A sentence below the budget, such as how long it lasts. */
  note: string | null;
  /** Address of the results as a CSV file. */
  csv: string | null;
  /** True on the page of a shared link, whose clips lead to the posts and state only paid views. */
  isShared?: boolean;
  /** Shown instead of the tables if no clip was approved. */
  empty: ReactNode;
  /** The earnings of each moment of the source, if they are known. */
  moments?: ReactNode;
}

/** The results of a listing, from the main figures down to single clips. */
export function ListingResultsView({
  of: { listing, results },
  note,
  csv,
  isShared = false,
  empty,
  moments,
}: ListingResultsViewProps) {
  return (
    <>
      <ResultBoard results={results} listing={listing} />
      <ResultBudget budget={listing.budget} note={note} />
      {results.totals.clips === 0 ? (
        <Panel flush>{empty}</Panel>
      ) : (
        <>
          <div className="grid grid-cols-1 gap-5 max-md:gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <ResultDays days={results.days} />
            <ResultForecast results={results} listing={listing} />
          </div>
          {results.bestClips.length > 0 ? (
            <ResultClips bestClips={results.bestClips} csv={csv} isShared={isShared} />
          ) : (
            <Panel flush>
              <EmptyState level={2} title="No view paid yet">
                Clips and clippers appear here once views of theirs are paid.
              </EmptyState>
            </Panel>
          )}
          <div className="grid grid-cols-1 gap-5 max-md:gap-4 xl:grid-cols-2">
            {results.clippers.length > 0 ? <ResultClippers {...results} isShared={isShared} /> : null}
            <ResultPlatforms platforms={results.platforms} isShared={isShared} />
          </div>
          <ResultHours hours={results.hours} isShared={isShared} />
          {moments}
        </>
      )}
    </>
  );
}

export function ListingResultsSkeleton() {
  return (
    <Loading label="Loading the results">
      <div className="flex flex-col gap-5 max-md:gap-4">
        <Skeleton className="h-44 rounded-panel" />
        <Skeleton className="h-32 rounded-panel" />
        <Panel>
          <SkeletonRows rows={6} />
        </Panel>
      </div>
    </Loading>
  );
}
