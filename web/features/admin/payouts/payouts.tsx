import { Snowflake, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminPayoutRow } from '#contract/payouts.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { MomentText } from '#web/ui/moment-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { useNow } from '#web/ui/now.tsx';
import { rowsOf } from '#web/ui/query-list.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { Column } from '#web/ui/table.tsx';
import { useFilters } from '#web/ui/use-filters.ts';
import { useList } from '#web/ui/use-list.ts';
import { FilteredTable } from '../filtered-table.tsx';
import { PayoutActions, type PayoutEnd } from './payout-actions.tsx';
import { PayoutBatches } from './payout-batches.tsx';
import { PayoutBulk, useSelection } from './payout-bulk.tsx';
import { PayoutControls } from './payout-controls.tsx';
import { PayoutDialog } from './payout-dialog.tsx';
import { ResendDialog } from './payout-resend.tsx';
import { PayoutTotals } from './payout-totals.tsx';
import { PayoutTrace } from './payout-trace.tsx';

interface Ending {
  payout: AdminPayoutRow;
  end: PayoutEnd;
}

const causes: Record<AdminPayoutRow['cause'], string> = {
  withdrawal: 'Withdrawal',
  weekly: 'Weekly payout',
  closing: 'Account closed',
};

/** Payouts to do, those that are finished, what went to PayPal together, and what people were paid in a year. */
export function Payouts() {
  const { one, change } = useFilters();
  const view = one('view', ['finished', 'batches', 'years']) ?? 'open';
  const views = (
    <Segmented
      label="Payouts shown"
      value={view}
      options={[
        { value: 'open', label: 'To do' },
        { value: 'finished', label: 'Finished' },
        { value: 'batches', label: 'Batches' },
        { value: 'years', label: 'Year totals' },
      ]}
      onChange={(next) => change({ view: next === 'open' ? '' : next })}
    />
  );
  return (
    <>
      <PayoutControls />
      {view === 'batches' ? <PayoutBatches views={views} /> : null}
      {view === 'years' ? <PayoutTotals views={views} /> : null}
      {view === 'open' || view === 'finished' ? (
        <PayoutList key={view} open={view === 'open'} views={views} />
      ) : null}
    </>
  );
}

/** The queue of payouts to send by hand, oldest first; or all others. */
function PayoutList({ open, views }: { open: boolean; views: ReactNode }) {
  const list = useList(routes.adminPayouts, {
    search: 'Search payouts',
    usual: open ? 'date' : '-date',
  });
  const query = { ...list.query, open: open ? ('true' as const) : ('false' as const) };
  const found = usePages(routes.adminPayouts, { query }, { placeholderData: (before) => before });
  const [ending, setEnding] = useState<Ending | null>(null);
  const [resending, setResending] = useState<AdminPayoutRow | null>(null);
  const [opened, setOpened] = useState<AdminPayoutRow | null>(null);
  const about = aboutPayout(setOpened);
  const selection = useSelection(rowsOf(found) ?? []);
  return (
    <>
      {open ? <PayoutBulk selection={selection} /> : null}
      <FilteredTable
        of={found}
        what="payouts"
        caption={open ? 'Payouts to do' : 'Finished payouts'}
        columns={
          open
            ? [selection.column, ...about, ...toDo((payout, end) => setEnding({ payout, end }))]
            : [
                ...about,
                ...finished({
                  onResend: setResending,
                  onReturn: (payout) => setEnding({ payout, end: 'returned' }),
                }),
              ]
        }
        rowKey={(row) => row.id}
        csv={address(routes.adminPayoutsCsv, { query })}
        list={list}
        nothing={open ? 'Nothing to pay' : 'No finished payouts'}
        empty={
          open
            ? 'Withdrawals and payouts of the weekly run are listed here.'
            : 'Paid, failed, canceled and returned payouts are listed here.'
        }
      >
        {views}
      </FilteredTable>
      {opened ? <PayoutTrace payout={opened} onClose={() => setOpened(null)} /> : null}
      {resending ? <ResendDialog payout={resending} onClose={() => setResending(null)} /> : null}
      {ending ? <PayoutDialog {...ending} onClose={() => setEnding(null)} /> : null}
    </>
  );
}

const aboutPayout = (onOpen: (payout: AdminPayoutRow) => void): Column<AdminPayoutRow>[] => [
  {
    header: 'Clipper',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.adminPerson(row.clipperId)} below={row.destination}>
        @{row.clipperUsername}
      </RowTitle>
    ),
  },
  {
    header: 'Cause',
    cell: (row) => (
      <button
        type="button"
        className="link text-left"
        aria-label={`${causes[row.cause]} of @${row.clipperUsername}: what it is made of`}
        onClick={() => onOpen(row)}
      >
        {causes[row.cause]}
      </button>
    ),
  },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <StatusBadge status={row.state} />
        {row.frozen && row.finishedAt === null ? (
          <Badge tone="red" icon={Snowflake}>
            Frozen
          </Badge>
        ) : null}
        {row.confirmedBy && row.state === 'requested' ? (
          <Badge tone="yellow" icon={Users}>
            {row.confirmedBy.length === 0 ? 'Needs two admins' : `Confirmed by ${row.confirmedBy.join(', ')}`}
          </Badge>
        ) : null}
        {row.accountProblem ? <Badge tone="yellow">Account not verified</Badge> : null}
        {row.waits === 'unclaimed' ? <Badge tone="yellow">Unclaimed</Badge> : null}
        {row.waits === 'on_hold' ? <Badge tone="yellow">Held by PayPal</Badge> : null}
      </span>
    ),
  },
  {
    header: 'Amount',
    sort: { by: 'amount', kind: 'number' },
    align: 'right',
    phone: 'amount',
    cell: (row) => <Money micros={row.amountMicros} className="font-semibold" />,
  },
  {
    header: 'Requested',
    sort: { by: 'date', kind: 'date' },
    cell: (row) => <DateText at={row.requestedAt} />,
  },
];

/** Marks payouts older than the promised 24 hours. */
function Due({ at }: { at: Date }) {
  const late = at <= useNow();
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <MomentText at={at} />
      {late ? <Badge tone="red">Late</Badge> : null}
    </span>
  );
}

const toDo = (onEnd: (payout: AdminPayoutRow, end: PayoutEnd) => void): Column<AdminPayoutRow>[] => [
  { header: 'Due', cell: (row) => <Due at={row.dueAt} /> },
  {
    header: 'Action',
    align: 'right',
    cell: (row) => <PayoutActions payout={row} onEnd={(end) => onEnd(row, end)} />,
  },
];

interface OnFinished {
  onResend: (payout: AdminPayoutRow) => void;
  onReturn: (payout: AdminPayoutRow) => void;
}

const finished = ({ onResend, onReturn }: OnFinished): Column<AdminPayoutRow>[] => [
  { header: 'Finished', cell: (row) => (row.finishedAt ? <DateText at={row.finishedAt} /> : '-') },
  {
    header: 'Reference or reason',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-2 break-words">
        {row.failure ?? row.reference ?? '-'}
        {row.state === 'paid' ? (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Mark returned payout of @${row.clipperUsername}`}
            onClick={() => onReturn(row)}
          >
            Mark returned
          </Button>
        ) : null}
        {row.closed && (row.state === 'failed' || row.state === 'returned') ? (
          <Button
            size="sm"
            aria-label={`Send again payout of @${row.clipperUsername}`}
            onClick={() => onResend(row)}
          >
            Send again
          </Button>
        ) : null}
      </span>
    ),
  },
];
