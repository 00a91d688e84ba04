import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { type EarningMove, earningMoveType } from '#contract/statements.ts';
import { address } from '#web/api/client.ts';
import { useListingTitle } from '#web/api/listing-title.ts';
import { usePages, useRead } from '#web/api/query.ts';
import { historyFilters } from '#web/nouns/listing-filter.tsx';
import { paths } from '#web/routes/paths.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { TablePanel } from '#web/ui/query-table.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import type { Column } from '#web/ui/table.tsx';
import { useList } from '#web/ui/use-list.ts';

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

/** The listings of the clipper's own clips. */
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

/** Every move of the clipper's money, newest first, as the ledger has it. */
export function EarningMoves() {
  const list = useList(routes.clipperMoves, { scope: 'transactions', filters, usual: '-date' });
  const { query } = list;
  const found = usePages(routes.clipperMoves, { query }, { placeholderData: (before) => before });
  return (
    <TablePanel
      title="Transactions"
      of={found}
      what="transactions"
      failed="Your transactions did not load."
      csv={address(routes.clipperMovesCsv, { query })}
      list={list}
      caption="Transactions"
      columns={columns}
      rowKey={(row) => row.id}
      empty={
        <EmptyState title="No transactions yet">
          Everything you earn, everything released and everything paid out is listed here.
        </EmptyState>
      }
    />
  );
}
