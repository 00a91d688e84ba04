import type { AdminDeposit } from '#contract/admin/admin-deposits.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { depositRail, depositState } from '#contract/deposits/deposits.ts';
import { formatUsd } from '#contract/money.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paidBy } from '#web/nouns/deposit-labels.ts';
import { DepositNext } from '#web/nouns/deposit-next-event.tsx';
import { paths } from '#web/routes/paths.ts';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { PersonLink } from '../person-link.tsx';
import { DepositStatus } from './deposit-status.tsx';

const filters: ChoiceFilter[] = [
  {
    name: 'rail',
    label: 'Paid by',
    any: 'Paid by any',
    options: optionsOf(depositRail.options, paidBy),
  },
  {
    name: 'state',
    label: 'Status',
    any: 'All Status',
    options: optionsOf(depositState.options, {
      created: 'Pending',
      confirmed: 'Completed',
      disputed: 'In dispute',
    }),
  },
];

/** A table of deposits: those that need an admin's decision, or all others. */
export function Deposits() {
  const { read, change } = useFilters();
  const waiting = read('view') !== 'all';
  const listed = useListed(
    adminRoutes.adminDeposits,
    adminRoutes.adminDepositsCsv,
    { search: 'Search deposits', filters, usual: '-date' },
    { waiting: waiting ? ('true' as const) : ('false' as const) },
  );
  return (
    <FilteredTable
      {...listed}
      what="deposits"
      caption={waiting ? 'Deposits to decide on' : 'Deposits'}
      columns={columns}
      rowKey={(row) => row.id}
      nothing={waiting ? 'Nothing to decide' : 'No deposits'}
      empty={
        waiting
          ? 'Expected bank transfers, requested refunds, disputes and frozen payments are listed here.'
          : 'Deposits of hosts are listed here.'
      }
    >
      <Segmented
        label="Deposits shown"
        value={waiting ? 'waiting' : 'all'}
        options={[
          { value: 'waiting', label: 'To decide' },
          { value: 'all', label: 'All' },
        ]}
        onChange={(view) => change({ view: view === 'all' ? view : '' })}
      />
    </FilteredTable>
  );
}

const columns: Column<AdminDeposit>[] = [
  {
    header: 'Deposit',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        to={paths.adminDeposit(row.id)}
        label={`${paidBy[row.rail]} of @${row.hostUsername}, ${row.bankReference ?? row.reference}`}
        below={
          <>
            <span className="mono @max-4xl:hidden">{row.bankReference ?? row.reference}</span>
            <span className="@4xl:hidden">
              <DepositNext deposit={row} reader="admin" otherwise={<DateText at={row.createdAt} />} />
            </span>
          </>
        }
      >
        {paidBy[row.rail]}
        <span className="@4xl:hidden"> of @{row.hostUsername}</span>
      </RowTitle>
    ),
  },
  { header: 'Host', cell: (row) => <PersonLink id={row.hostId}>@{row.hostUsername}</PersonLink> },
  { header: 'Status', phone: 'status', cell: (row) => <DepositStatus deposit={row} /> },
  {
    header: 'Next',
    phone: 'hidden',
    cell: (row) => <DepositNext deposit={row} reader="admin" otherwise="-" />,
  },
  {
    header: 'Amount',
    sort: { by: 'amount', kind: 'number' },
    align: 'right',
    phone: 'amount',
    cell: (row) => (
      <>
        <Money micros={row.amountMicros} className="font-semibold" />
        {row.refundMicros !== null ? (
          <span className="block text-muted text-sm">Refund {formatUsd(row.refundMicros)}</span>
        ) : null}
      </>
    ),
  },
  { header: 'Date', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.createdAt} /> },
];
