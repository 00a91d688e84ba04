import { Link } from 'react-router';
import { type HostTransaction, transactionType } from '#contract/deposits/deposits.ts';
import { micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useListingTitle } from '#web/api/listing-title.ts';
import { useOwnListings } from '#web/api/own-listings.ts';
import { useListed } from '#web/api/use-listed.ts';
import { historyFilters } from '#web/nouns/listing-filter.tsx';
import { paths } from '#web/routes/paths.ts';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';

const columns: Column<HostTransaction>[] = [
  {
    header: 'Date',
    sort: { by: 'date', kind: 'date' },
    phone: 'next',
    cell: (row) => <DateText at={row.date} />,
  },
  {
    header: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: (row) => <Amount row={row} />,
  },
  {
    header: 'Type',
    phone: 'title',
    cell: (row) => <RowTitle>{row.type}</RowTitle>,
  },
  {
    header: 'Listing',
    cell: (row) =>
      row.listingId ? (
        <Link to={paths.hostListing(row.listingId)} className="link">
          <bdi>{row.listingTitle ?? 'Listing'}</bdi>
        </Link>
      ) : (
        <span className="text-muted">-</span>
      ),
  },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => <Badge tone={row.status === 'Completed' ? 'green' : 'grey'}>{row.status}</Badge>,
  },
  moneyColumn('Balance after', (row) => row.balanceMicros, { exact: true, onPhone: false }),
];

/** The change of the balance. Money that clips earned left the listing's budget, so it is grey. */
function Amount({ row }: { row: HostTransaction }) {
  if (row.spentMicros !== 0n) {
    return (
      <span className="inline-flex flex-col items-end text-muted">
        <Money exact signed micros={micros(-row.spentMicros)} />
        <span className="text-xs">from its listing’s budget</span>
      </span>
    );
  }
  return (
    <Money
      exact
      signed
      micros={row.amountMicros}
      className={row.amountMicros > 0n ? 'font-semibold text-green' : ''}
    />
  );
}

const filters = historyFilters(transactionType.options, {
  useFound: useOwnListings,
  useTitle: useListingTitle,
});

/** A table of every movement of the balance in the ledger, and of spending by listing and day, newest first. */
export function Transactions() {
  const listed = useListed(routes.hostTransactions, routes.hostTransactionsCsv, {
    search: 'Search transactions',
    scope: 'transactions',
    filters,
    usual: '-date',
  });
  return (
    <TablePanel
      title="Transaction history"
      {...listed}
      what="transactions"
      failed="The history did not load."
      caption="Transaction history"
      columns={columns}
      rowKey={(row) => row.id}
      empty={
        <EmptyState title="No transactions yet">
          Deposits, transfers between your balance and your listings, and what clips cost are listed here.
        </EmptyState>
      }
    />
  );
}
