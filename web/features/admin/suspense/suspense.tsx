import { useState } from 'react';
import { adminRoutes } from '#contract/admin-routes.ts';
import type { SuspenseItem } from '#contract/suspense.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { Column } from '#web/ui/table.tsx';
import { useFilters } from '#web/ui/use-filters.ts';
import { humanize, useList } from '#web/ui/use-list.ts';
import { FilteredTable } from '../filtered-table.tsx';
import { ResendDialog } from '../payouts/payout-resend.tsx';
import { PersonLink } from '../person-link.tsx';
import { SuspenseDialog } from './suspense-dialog.tsx';
import { railLabels } from './suspense-labels.ts';
import { TransferDialog } from './suspense-transfer.tsx';

type Action = { what: 'resolve' | 'resend'; item: SuspenseItem } | { what: 'transfer' };

/** Money without an owner: open amounts oldest first, then resolved ones. */
export function Suspense() {
  const { read, change } = useFilters();
  const isOpen = read('view') !== 'resolved';
  const state = isOpen ? ('open' as const) : ('resolved' as const);
  const list = useList(adminRoutes.adminSuspense, {
    search: 'Search by reference',
    usual: isOpen ? 'date' : '-date',
  });
  const query = { ...list.query, state };
  const found = usePages(adminRoutes.adminSuspense, { query }, { placeholderData: (before) => before });
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  return (
    <>
      <FilteredTable
        of={found}
        what="amounts"
        caption={isOpen ? 'Money without an owner' : 'Resolved'}
        columns={isOpen ? openColumns(setAction) : resolvedColumns}
        rowKey={(row) => row.id}
        csv={address(adminRoutes.adminSuspenseCsv, { query })}
        csvWhat="suspense"
        list={list}
        nothing={isOpen ? 'Nothing in suspense' : 'Nothing was resolved yet'}
        empty="Money that comes back to a closed account, or that names no owner, is listed here."
      >
        <Segmented
          label="Amounts shown"
          value={state}
          options={[
            { value: 'open', label: 'Waiting' },
            { value: 'resolved', label: 'Resolved' },
          ]}
          onChange={(view) => change({ view: view === 'resolved' ? view : '' })}
        />
        <Button size="sm" onClick={() => setAction({ what: 'transfer' })}>
          Record a transfer
        </Button>
      </FilteredTable>
      {action?.what === 'resolve' ? <SuspenseDialog item={action.item} onClose={close} /> : null}
      {action?.what === 'resend' && action.item.payoutId ? (
        <ResendDialog
          payout={{ id: action.item.payoutId, amountMicros: action.item.amountMicros }}
          onClose={close}
        />
      ) : null}
      {action?.what === 'transfer' ? <TransferDialog onClose={close} /> : null}
    </>
  );
}

const causeLabels: Record<SuspenseItem['cause'], string> = {
  refund_failed: 'Refund failed',
  payout_failed: 'Payout failed',
  payout_returned: 'Payout came back',
  dispute_won: 'Dispute won',
  budget_freed: 'Budget became free',
  late_deposit: 'Deposit arrived late',
  closed_account: 'Left on a closed account',
  bank_transfer: 'Bank transfer',
  card_payment: 'Card payment of another amount',
  unmatched: 'Not matched',
};

const source: Column<SuspenseItem> = {
  header: 'Source',
  phone: 'title',
  cell: (row) => (
    <RowTitle
      {...(row.payoutId && { to: paths.adminPayout(row.payoutId) })}
      below={<span className="mono">{row.reference}</span>}
    >
      {causeLabels[row.cause]}
    </RowTitle>
  ),
};
const amount: Column<SuspenseItem> = {
  header: 'Amount',
  align: 'right',
  phone: 'amount',
  cell: (row) => <Money micros={row.amountMicros} className="font-semibold" />,
};
const owner: Column<SuspenseItem> = {
  header: 'Of',
  cell: (row) =>
    row.ownerId ? (
      <PersonLink id={row.ownerId}>A {row.owner} who left</PersonLink>
    ) : row.rail ? (
      `Unknown (${railLabels[row.rail]})`
    ) : (
      '-'
    ),
};

const openColumns = (onAction: (action: Action) => void): Column<SuspenseItem>[] => [
  source,
  owner,
  amount,
  {
    header: 'Waiting since',
    sort: { by: 'date', kind: 'date' },
    cell: (row) => <DateText at={row.arrivedAt} />,
  },
  {
    header: 'Action',
    align: 'right',
    cell: (row) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {row.ways.includes('resend') ? (
          <Button
            size="sm"
            aria-label={`Send again ${row.reference}`}
            onClick={() => onAction({ what: 'resend', item: row })}
          >
            Send again
          </Button>
        ) : null}
        <Button
          size="sm"
          aria-label={`Resolve ${row.reference}`}
          onClick={() => onAction({ what: 'resolve', item: row })}
        >
          Resolve
        </Button>
      </span>
    ),
  },
];

const resolvedColumns: Column<SuspenseItem>[] = [
  source,
  amount,
  {
    header: 'Outcome',
    phone: 'status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <Badge tone="grey">{humanize(row.state)}</Badge>
        {row.sentRail ? (
          <span className="mono break-all text-sm">
            {railLabels[row.sentRail]} {row.sentReference}
          </span>
        ) : null}
        {row.reason ? <span className="block w-full text-muted text-sm">{row.reason}</span> : null}
      </span>
    ),
  },
  { header: 'Resolved', cell: (row) => (row.resolvedAt ? <DateText at={row.resolvedAt} /> : '-') },
];
