import { Link } from 'react-router';
import { type EarningMove, earningMoveType } from '#contract/ledger/statements.ts';
import { routes } from '#contract/routes.ts';
import { useListingTitle } from '#web/api/listing-title.ts';
import { useRead } from '#web/api/query.ts';
import { useListed } from '#web/api/use-listed.ts';
import { historyFilters } from '#web/nouns/listing-filter.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';

const columns: Column<EarningMove>[] = [
  {
    header: 'Date',
    sort: { by: 'date', kind: 'date' },
    phone: 'next',
    cell: (row) => <DateText at={row.date} />,
  },
  { header: 'What', phone: 'title', cell: (row) => <RowTitle>{row.name}</RowTitle> },
  { header: 'Account', cell: (row) => [row.from, row.to].filter((one) => one !== null).join(' to ') },
  {
    header: 'Listing',
    cell: (row) =>
      row.listingId ? (
        <Link to={paths.listing(row.listingId)} className="link">
          <bdi>{row.listingTitle ?? 'Listing'}</bdi>
        </Link>
      ) : (
        <span className="text-muted">-</span>
      ),
  },
  {
    header: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: (row) => (
      <Money
        exact
        signed={row.from === null}
        micros={row.amountMicros}
        className={row.from === null ? 'font-semibold text-green' : ''}
      />
    ),
  },
];

/** Finds listings for which the clipper has submitted clips. */
function useClippedListings(search: string, isOpen: boolean) {
  const found = useRead(
    routes.clipperSubmissions,
    { query: search ? { search } : {} },
    { enabled: isOpen, placeholderData: (before) => before },
  );
  const titles = new Map(found.data?.rows.map((row) => [row.listingId, row.listingTitle]));
  return { ...found, rows: [...titles].map(([id, title]) => ({ id, title })) };
}

const filters = historyFilters(earningMoveType.options, {
  useFound: useClippedListings,
  useTitle: useListingTitle,
});

/** A table of every movement of the clipper's money in the ledger, newest first. */
export function EarningMoves() {
  const listed = useListed(routes.clipperMoves, routes.clipperMovesCsv, {
    search: 'Search transactions',
    scope: 'transactions',
    filters,
    usual: '-date',
  });
  return (
    <TablePanel
      title="Transactions"
      {...listed}
      what="transactions"
      failed="Your transactions did not load."
      caption="Transactions"
      columns={columns}
      rowKey={(row) => row.id}
      empty={
        <EmptyState
          title="No transactions yet"
          action={
            <Link to={paths.clipperExplore()} className={buttonStyle({ size: 'sm' })}>
              See open listings
            </Link>
          }
        >
          Everything you earn, everything released and everything paid out is listed here.
        </EmptyState>
      }
    />
  );
}
