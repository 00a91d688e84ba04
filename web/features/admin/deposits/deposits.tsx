import { useState } from 'react';
import { type AdminDeposit, depositRail, depositState } from '#contract/deposits.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { nextOfDeposit } from '#web/nouns/deposit-next.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { Column } from '#web/ui/table.tsx';
import { NextEvent } from '#web/ui/timeline.tsx';
import { useFilters } from '#web/ui/use-filters.ts';
import { type ChoiceFilter, optionsOf, useList } from '#web/ui/use-list.ts';
import { FilteredTable } from '../filtered-table.tsx';
import { type DepositAction, DepositDecisions } from './deposit-decisions.tsx';
import { DepositDialog } from './deposit-dialog.tsx';

const railLabels: Record<AdminDeposit['rail'], string> = {
  test: 'Test card',
  bank: 'Bank transfer',
  stripe: 'Card',
};

const filters: ChoiceFilter[] = [
  {
    name: 'rail',
    label: 'Paid by',
    any: 'Paid by any',
    options: optionsOf(depositRail.options, railLabels),
  },
  {
    name: 'state',
    label: 'State',
    any: 'All states',
    options: optionsOf(depositState.options, { created: 'Not paid yet', confirmed: 'Completed' }),
  },
];

/** Deposits: those that need an admin's decision, and all others with their state. */
export function Deposits() {
  const { read, change } = useFilters();
  const waiting = read('view') !== 'all';
  const list = useList(routes.adminDeposits, { search: 'Search deposits', filters, usual: '-date' });
  const query = { ...list.query, waiting: waiting ? ('true' as const) : ('false' as const) };
  const found = usePages(routes.adminDeposits, { query }, { placeholderData: (before) => before });
  const [action, setAction] = useState<{ deposit: AdminDeposit; action: DepositAction } | null>(null);
  return (
    <>
      <FilteredTable
        of={found}
        what="deposits"
        caption={waiting ? 'Deposits to decide on' : 'Deposits'}
        columns={columns((deposit, next) => setAction({ deposit, action: next }))}
        rowKey={(row) => row.id}
        csv={address(routes.adminDepositsCsv, { query })}
        list={list}
        nothing={waiting ? 'Nothing to decide' : 'No deposits'}
        empty="Expected bank transfers, requested refunds and frozen payments are listed here."
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
      {action ? <DepositDialog {...action} onClose={() => setAction(null)} /> : null}
    </>
  );
}

/** As the host reads it. */
function stateText({ state, pending, rail }: AdminDeposit): string {
  if (state === 'confirmed') return 'completed';
  if (state !== 'created') return state;
  if (pending) return 'processing';
  return rail === 'bank' ? 'awaiting transfer' : 'not paid yet';
}

const columns = (
  onAction: (deposit: AdminDeposit, action: DepositAction) => void,
): Column<AdminDeposit>[] => [
  {
    header: 'Host',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        to={paths.adminPerson(row.hostId)}
        below={<span className="mono">{row.bankReference ?? row.reference}</span>}
      >
        @{row.hostUsername}
      </RowTitle>
    ),
  },
  { header: 'Paid by', cell: (row) => railLabels[row.rail] },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <StatusBadge status={stateText(row)} />
        {row.frozen ? <Badge tone="red">Balance frozen</Badge> : null}
        {row.refundState ? <StatusBadge status={refundLabels[row.refundState]} /> : null}
        {row.failure ? <span className="block w-full text-muted text-sm">{row.failure}</span> : null}
        <Next deposit={row} />
      </span>
    ),
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
  {
    header: 'Action',
    align: 'right',
    cell: (row) => <DepositDecisions deposit={row} onAction={(action) => onAction(row, action)} />,
  },
];

function Next({ deposit }: { deposit: AdminDeposit }) {
  const next = nextOfDeposit(deposit, 'admin');
  return next ? <NextEvent {...next} /> : null;
}

const refundLabels: Record<NonNullable<AdminDeposit['refundState']>, string> = {
  requested: 'Refund_requested',
  declined: 'Refund_declined',
  refunding: 'Refunding',
  refunded: 'Refunded',
  refund_failed: 'Refund_failed',
};
