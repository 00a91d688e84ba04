import { useState } from 'react';
import { Link } from 'react-router';
import type { HostTransaction } from '#contract/deposits.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { TablePanel } from '#web/ui/query-table.tsx';
import type { Column } from '#web/ui/table.tsx';
import { type TransactionFilter, TransactionFilters } from './transaction-filters.tsx';

const columns: Column<HostTransaction>[] = [
  { header: 'Date', cell: (row) => <DateText at={row.date} /> },
  {
    header: 'Amount',
    align: 'right',
    cell: (row) => (
      <Money
        signed
        micros={row.amountMicros}
        className={row.amountMicros > 0n ? 'font-semibold text-green' : ''}
      />
    ),
  },
  { header: 'Type', cell: (row) => row.type },
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
    header: 'Status',
    cell: (row) => <Badge tone={row.status === 'Completed' ? 'green' : 'grey'}>{row.status}</Badge>,
  },
];

/** Every move of the balance, newest first, as the ledger has it. */
export function Transactions() {
  const [filter, setFilter] = useState<TransactionFilter>({});
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as TransactionFilter;
  const history = usePages(routes.hostTransactions, { query }, { placeholderData: (before) => before });
  const isFiltered = Object.keys(query).length > 0;
  return (
    <TablePanel
      title="Transaction history"
      of={history}
      what="transactions"
      failed="The history did not load."
      csv={address(routes.hostTransactionsCsv, { query })}
      filters={<TransactionFilters filter={filter} onChange={setFilter} />}
      caption="Transaction history"
      columns={columns}
      rowKey={(row) => row.id}
      empty={
        <EmptyState title={isFiltered ? 'No transactions match' : 'No transactions yet'}>
          {isFiltered
            ? 'Nothing fits these filters. Widen them.'
            : 'Deposits and transfers between your balance and your listings are listed here.'}
        </EmptyState>
      }
    />
  );
}
