import { useInfiniteQuery } from '@tanstack/react-query';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import type { AdminPayoutRow } from '#contract/payouts.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { pagedQuery } from '#web/api/query.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { DateText, RelativeTime } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Nothing } from './nothing.tsx';
import { PayoutActions, type PayoutEnd } from './payout-actions.tsx';
import { PayoutDialog } from './payout-dialog.tsx';
import { tableState } from './table-state.tsx';
import { given, useFilters } from './use-filters.ts';

interface Ending {
  payout: AdminPayoutRow;
  end: PayoutEnd;
}

const causes: Record<AdminPayoutRow['cause'], string> = {
  withdrawal: 'Withdrawal',
  weekly: 'Weekly payout',
  closing: 'Account closed',
};

/** The queue of money to send by hand, oldest first; and what became of the rest. */
export function Payouts() {
  const { read, change } = useFilters();
  const open = read('view') !== 'finished';
  const query = { open: open ? ('true' as const) : ('false' as const), ...given({ search: read('search') }) };
  const found = useInfiniteQuery(pagedQuery(routes.adminPayouts, { query }));
  const [ending, setEnding] = useState<Ending | null>(null);
  return (
    <>
      <FilterBar searchLabel="Search payouts" what="payouts" csv={address(routes.adminPayoutsCsv, { query })}>
        <Segmented
          label="Payouts shown"
          value={open ? 'open' : 'finished'}
          options={[
            { value: 'open', label: 'To do' },
            { value: 'finished', label: 'Finished' },
          ]}
          onChange={(view) => change({ view: view === 'finished' ? view : '' })}
        />
      </FilterBar>
      <Table
        caption={open ? 'Payouts to do, oldest first' : 'Finished payouts, newest first'}
        columns={
          open ? [...about, ...toDo((payout, end) => setEnding({ payout, end }))] : [...about, ...finished]
        }
        rowKey={(row) => row.id}
        empty={
          read('search') ? (
            <Nothing what="payouts" filters={['search']}>
              Search by clipper, address or reference.
            </Nothing>
          ) : open ? (
            <EmptyState title="Nothing to pay">
              Withdrawals and the weekly run put their payouts here.
            </EmptyState>
          ) : (
            <EmptyState title="No finished payouts">Paid, failed and canceled payouts stand here.</EmptyState>
          )
        }
        {...tableState(found, 'payouts')}
      />
      {ending ? <PayoutDialog {...ending} onClose={() => setEnding(null)} /> : null}
    </>
  );
}

const about: Column<AdminPayoutRow>[] = [
  {
    key: 'clipper',
    header: 'Clipper',
    lead: true,
    cell: (row) => (
      <>
        <b className="block font-semibold">@{row.clipperUsername}</b>
        <span className="break-all text-muted text-sm">{row.destination}</span>
      </>
    ),
  },
  {
    key: 'cause',
    header: 'Cause',
    cell: (row) => causes[row.cause],
  },
  {
    key: 'state',
    header: 'Status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <StatusBadge status={row.state} />
        {row.frozen && row.finishedAt === null ? (
          <Badge tone="red" icon={Snowflake}>
            Frozen: banned
          </Badge>
        ) : null}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: (row) => <Money micros={row.amountMicros} className="font-semibold" />,
  },
  { key: 'requested', header: 'Requested', cell: (row) => <DateText at={row.requestedAt} /> },
];

const toDo = (onEnd: (payout: AdminPayoutRow, end: PayoutEnd) => void): Column<AdminPayoutRow>[] => [
  { key: 'due', header: 'Due', cell: (row) => <RelativeTime at={row.dueAt} /> },
  {
    key: 'action',
    header: 'Action',
    align: 'right',
    cell: (row) => <PayoutActions payout={row} onEnd={(end) => onEnd(row, end)} />,
  },
];

const finished: Column<AdminPayoutRow>[] = [
  {
    key: 'finished',
    header: 'Finished',
    cell: (row) => (row.finishedAt ? <DateText at={row.finishedAt} /> : '-'),
  },
  {
    key: 'outcome',
    header: 'Reference or reason',
    cell: (row) => <span className="break-words">{row.reference ?? row.failure ?? '-'}</span>,
  },
];
