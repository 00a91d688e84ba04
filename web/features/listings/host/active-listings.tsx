import { Link } from 'react-router';
import type { HostListingRow } from '#contract/listings.ts';
import { formatRate, type Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { BudgetTrack, largestOf, listingBudget } from '#web/nouns/budget-track.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/count.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { rowsOf } from '#web/ui/query-list.tsx';
import { TablePanel } from '#web/ui/query-table.tsx';
import type { Column } from '#web/ui/table.tsx';
import { ListingName } from './listing-name.tsx';

const columns = (largest: Micros): Column<HostListingRow>[] => [
  { header: 'Listing', phone: 'title', picture: true, cell: (row) => <ListingName listing={row} /> },
  { header: 'Rate', align: 'right', cell: (row) => formatRate(row.rateCentsPerMille) },
  { header: 'Verified views', align: 'right', cell: (row) => formatCount(row.verifiedViews) },
  {
    header: 'Budget',
    phone: 'status',
    cell: (row) => (
      <BudgetTrack className="w-30 @max-4xl:w-24" budget={listingBudget(row)} largest={largest} />
    ),
  },
  { header: 'Spent', align: 'right', cell: (row) => <Money micros={row.budget.paidMicros} /> },
  {
    header: 'Free',
    align: 'right',
    phone: 'amount',
    cell: (row) => <Money micros={row.budget.freeMicros} className="font-semibold" />,
  },
];

/** Listings that take clips, with what is left of each budget. */
export function ActiveListings() {
  const query = { state: 'active' } as const;
  const listings = usePages(routes.hostListings, { query });
  return (
    <TablePanel
      title="Active listings"
      csv={address(routes.hostListingsCsv, { query })}
      of={listings}
      what="listings"
      failed="Your listings did not load."
      action={
        <Link to={paths.hostListings()} className={buttonStyle({ size: 'sm' })}>
          All listings
        </Link>
      }
      caption="Active listings"
      columns={columns(largestOf(rowsOf(listings) ?? [], listingBudget))}
      rowKey={(row) => row.id}
      empty={
        <EmptyState title="No active listings">
          Post a listing to have your videos clipped. Its budget is held, and pays for verified views only.
        </EmptyState>
      }
    />
  );
}
