import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { HostListingRow } from '#contract/listings.ts';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { BudgetTrack } from '#web/ui/budget-track.tsx';
import { buttonStyle } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/count.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { formatRate, Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { ListingName } from './listing-name.tsx';

const columns: Column<HostListingRow>[] = [
  { key: 'listing', header: 'Listing', lead: true, cell: (row) => <ListingName listing={row} /> },
  { key: 'rate', header: 'Rate', align: 'right', cell: (row) => formatRate(row.rateCentsPerMille) },
  { key: 'views', header: 'Verified views', align: 'right', cell: (row) => formatCount(row.views) },
  {
    key: 'budget',
    header: 'Budget',
    cell: ({ budget }) => (
      <BudgetTrack
        className="w-30"
        budget={{ spent: budget.paidMicros, reserved: budget.reservedMicros, free: budget.freeMicros }}
      />
    ),
  },
  { key: 'spent', header: 'Spent', align: 'right', cell: (row) => <Money micros={row.budget.paidMicros} /> },
  {
    key: 'free',
    header: 'Free',
    align: 'right',
    cell: (row) => <Money micros={row.budget.freeMicros} className="font-semibold" />,
  },
];

/** Listings that take clips, with what is left of each budget. */
export function ActiveListings() {
  const listings = useQuery(query(routes.hostListings, { query: {} }));
  return (
    <Panel
      title="Active listings"
      flush
      action={
        <Link to={paths.hostListings()} className={buttonStyle({ size: 'sm' })}>
          All listings
        </Link>
      }
    >
      <Table
        caption="Active listings"
        columns={columns}
        rows={listings.data?.rows.filter((row) => row.state === 'active')}
        rowKey={(row) => row.id}
        error={
          listings.isError && !listings.data ? (
            <ErrorState title="Your listings did not load." onRetry={() => listings.refetch()}>
              {listings.error.message}
            </ErrorState>
          ) : null
        }
        empty={
          <EmptyState title="No active listings">
            Post a listing to have your videos clipped. Its budget is held, and pays for verified views only.
          </EmptyState>
        }
      />
    </Panel>
  );
}
