import type { HostDeposit } from '#contract/deposits/deposits.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useListed } from '#web/api/use-listed.ts';
import { detailOf, paidBy, standingOf } from '#web/nouns/deposit-labels.ts';
import { DepositNext } from '#web/nouns/deposit-next-event.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import type { ChoiceFilter } from '#web/ui/lists/use-list.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { DepositActions } from './deposit-actions.tsx';

const columns: Column<HostDeposit>[] = [
  { header: 'Date', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.createdAt} /> },
  moneyColumn('Amount', (row) => row.amountMicros, { bold: true, sort: 'amount' }),
  {
    header: 'Paid by',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        below={
          <>
            <DepositNext
              deposit={row}
              reader="host"
              otherwise={
                <span className="@4xl:hidden">
                  <DateText at={row.createdAt} />
                </span>
              }
            />
            {row.rail === 'bank' ? <span className="mono block">{row.reference}</span> : null}
          </>
        }
      >
        {paidBy[row.rail]}
      </RowTitle>
    ),
  },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => {
      const { tone, text } = standingOf(row);
      const detail = detailOf(row);
      return (
        <>
          <Badge tone={tone}>{text}</Badge>
          {detail ? <span className="mt-1 block text-muted text-sm">{detail}</span> : null}
        </>
      );
    },
  },
  {
    header: 'Unspent',
    align: 'right',
    cell: (row) =>
      row.state === 'confirmed' ? formatUsd(row.unspentMicros) : <span className="text-muted">-</span>,
  },
  { header: 'Action', align: 'right', cell: (row) => <DepositActions deposit={row} /> },
];

const stateFilter: ChoiceFilter = {
  name: 'state',
  label: 'Status',
  any: 'All Status',
  options: [
    { value: 'created', label: 'Pending' },
    { value: 'confirmed', label: 'Completed' },
    { value: 'failed', label: 'Failed' },
    { value: 'disputed', label: 'In dispute' },
    { value: 'charged_back', label: 'Charged back' },
  ],
};

/** A table of all deposits with their status, each with a button to refund the unspent part. */
export function DepositsPanel() {
  const listed = useListed(routes.hostDeposits, routes.hostDepositsCsv, {
    search: 'Search deposits',
    scope: 'deposits',
    filters: [stateFilter],
    usual: '-date',
  });
  return (
    <TablePanel
      title="Deposits"
      {...listed}
      what="deposits"
      failed="Your deposits did not load."
      caption="Deposits"
      columns={columns}
      rowKey={(row) => row.id}
      empty={
        <EmptyState title="No deposits yet">
          Funds that you add are listed here, each with its unspent part, which can go back to where it came
          from. Press Add Funds above to make the first.
        </EmptyState>
      }
    />
  );
}
