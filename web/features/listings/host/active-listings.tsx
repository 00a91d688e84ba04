import { Link } from 'react-router';
import type { BudgetQueue } from '#contract/earnings/earnings.ts';
import type { HostListingRow } from '#contract/listings/listings.ts';
import { formatRate } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { BudgetTrack, listingBudget } from '#web/nouns/budget-track.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { stateNote } from './listing-actions.ts';
import { ListingName } from './listing-name.tsx';
import { useBudgetQueues } from './use-budget-queues.ts';

const columns = (queueOf: (listing: HostListingRow) => BudgetQueue | undefined): Column<HostListingRow>[] => [
  {
    header: 'Listing',
    phone: 'title',
    picture: true,
    cell: (row) => (
      <ListingName listing={row}>{row.state === 'active' ? null : stateNote(row, queueOf(row))}</ListingName>
    ),
  },
  { header: 'Rate', align: 'right', cell: (row) => formatRate(row.rateCentsPerMille) },
  { header: 'Paid views', align: 'right', cell: (row) => formatCount(row.verifiedViews) },
  {
    header: 'Budget',
    phone: 'status',
    cell: (row) => <BudgetTrack className="w-30 @max-4xl:w-24" budget={listingBudget(row)} />,
  },
  moneyColumn('Spent', (row) => row.budget.paidMicros, { exact: true, onPhone: false }),
  moneyColumn('Free', (row) => row.budget.freeMicros, { exact: true, bold: true, unit: 'free' }),
];

/** Lists the listings that accept clips, or that will after a top-up, with the free part of each budget. */
export function ActiveListings() {
  const query = { state: 'running' } as const;
  const queueOf = useBudgetQueues();
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
      columns={columns(queueOf)}
      rowKey={(row) => row.id}
      empty={
        <EmptyState
          title="No active listings"
          action={
            <Link to={paths.hostCreate()} className={buttonStyle({ size: 'sm' })}>
              Post a listing
            </Link>
          }
        >
          Post a listing to have your videos clipped. Its budget pays for verified views only.
        </EmptyState>
      }
    />
  );
}
