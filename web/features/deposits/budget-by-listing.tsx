import { Link } from 'react-router';
import { type HostListingRow, namedState } from '#contract/listings/listings.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { usePages } from '#web/api/query.ts';
import { BudgetKeys, BudgetTrack, listingBudget } from '#web/nouns/budget-track.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';

/** Shows each listing's budget as a bar of spent, reserved and free money. */
export function BudgetByListing() {
  const listings = usePages(routes.hostListings, { query: {} });
  return (
    <Panel title="Budget by Listing" flush>
      <QueryList
        flush
        of={listings}
        what="listings"
        failed="Your listings did not load."
        empty={
          <EmptyState
            title="No listings yet"
            action={
              <Link to={paths.hostCreate()} className={buttonStyle()}>
                Create New Listing
              </Link>
            }
          >
            A listing holds its whole budget from the moment you post it. What it has spent shows here.
          </EmptyState>
        }
      >
        {(rows, more) => (
          <>
            <ul>
              {rows.map((row) => (
                <Line key={row.id} listing={row} />
              ))}
            </ul>
            {more && <div className="flex justify-end gap-3 border-line border-t px-4.5 py-3">{more}</div>}
          </>
        )}
      </QueryList>
    </Panel>
  );
}

function Line({ listing }: { listing: HostListingRow }) {
  const { paidMicros, returnedMicros, takenBackMicros, fundedMicros } = listing.budget;
  const toYou = micros(returnedMicros - takenBackMicros);
  const budget = listingBudget(listing);
  return (
    <li className="flex flex-col gap-2.5 border-line border-b px-4.5 py-3.5 last:border-b-0 max-md:px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <span className="flex min-w-0 items-center gap-2.5">
          <Link
            to={paths.hostListing(listing.id)}
            className="min-w-0 wrap-anywhere font-semibold hover:underline"
          >
            <bdi>{listing.title}</bdi>
          </Link>
          {listing.state === 'active' ? null : <StatusBadge status={namedState(listing)} />}
        </span>
        <span className="text-muted text-sm">
          <b className="font-semibold text-ink">{formatUsdExact(paidMicros)}</b> of{' '}
          {formatUsdExact(fundedMicros)} spent
        </span>
      </div>
      <BudgetTrack budget={budget} />
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1.5">
        <BudgetKeys budget={budget} />
        {toYou > 0n ? (
          <span className="text-muted text-sm">Returned to you {formatUsdExact(toYou)}</span>
        ) : null}
        {takenBackMicros > 0n ? (
          <span className="text-muted text-sm">Taken back by a bank {formatUsdExact(takenBackMicros)}</span>
        ) : null}
      </div>
    </li>
  );
}
