import type { AdminPayoutRow } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { rowsOf } from '#web/ui/lists/query-list.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { PersonLink } from '../person-link.tsx';
import { useSelection } from '../selection.tsx';
import { PayoutBatches } from './payout-batches.tsx';
import { canMark, PayoutBulk } from './payout-bulk.tsx';
import { PayoutControls } from './payout-controls.tsx';
import { causeLabels } from './payout-labels.ts';
import { PayoutStatus } from './payout-status.tsx';
import { PayoutTotals } from './payout-totals.tsx';

/**
 * Returns the filters to clear when the view changes. Batches have other search terms than the views of
 * people's payouts, and no two views share the other filters.
 */
const unlike = (view: string, next: string) => ({
  ...(view === 'batches' || next === 'batches' ? { search: '' } : {}),
  sort: '',
  state: '',
  year: '',
});

/** Shows open payouts, finished payouts, PayPal batches, or totals per year. */
export function Payouts() {
  const { one, change } = useFilters();
  const view = one('view', ['finished', 'batches', 'years']) ?? 'open';
  return (
    <>
      <PayoutControls />
      <div className="border-line border-b px-4.5 py-3 max-md:px-4">
        <Segmented
          label="Payouts shown"
          value={view}
          options={[
            { value: 'open', label: 'To do' },
            { value: 'finished', label: 'Finished' },
            { value: 'batches', label: 'Batches' },
            { value: 'years', label: 'Year totals' },
          ]}
          onChange={(next) => change({ ...unlike(view, next), view: next === 'open' ? '' : next })}
        />
      </div>
      {view === 'batches' ? <PayoutBatches /> : null}
      {view === 'years' ? <PayoutTotals /> : null}
      {view === 'open' || view === 'finished' ? <PayoutList key={view} open={view === 'open'} /> : null}
    </>
  );
}

/** A table of the payouts to send by hand, oldest first, or of all finished payouts. */
function PayoutList({ open }: { open: boolean }) {
  const listed = useListed(
    routes.adminPayouts,
    routes.adminPayoutsCsv,
    {
      search: 'Search payouts',
      usual: open ? 'date' : '-date',
    },
    { open: open ? ('true' as const) : ('false' as const) },
  );
  const selection = useSelection(rowsOf(listed.of) ?? [], {
    nameOf: (row) => `payout of @${row.clipperUsername}`,
    mayChoose: canMark,
  });
  return (
    <>
      {open ? <PayoutBulk selection={selection} /> : null}
      <FilteredTable
        {...listed}
        what="payouts"
        caption={open ? 'Payouts to do' : 'Finished payouts'}
        columns={open ? [selection.column, ...about, due] : [...about, ...finished]}
        rowKey={(row) => row.id}
        nothing={open ? 'Nothing to pay' : 'No finished payouts'}
        empty={
          open
            ? 'Withdrawals and payouts of the weekly run are listed here.'
            : 'Paid, failed, canceled and returned payouts are listed here.'
        }
      />
    </>
  );
}

const about: Column<AdminPayoutRow>[] = [
  {
    header: 'Payout',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.adminPayout(row.id)} label={`${causeLabels[row.cause]} of @${row.clipperUsername}`}>
        {causeLabels[row.cause]}
      </RowTitle>
    ),
  },
  {
    header: 'Clipper',
    phone: 'next',
    cell: (row) => (
      <>
        <PersonLink id={row.clipperId}>@{row.clipperUsername}</PersonLink>
        <span className="block break-all text-muted text-sm @max-4xl:hidden">{row.destination}</span>
      </>
    ),
  },
  { header: 'Status', phone: 'status', cell: (row) => <PayoutStatus payout={row} /> },
  moneyColumn('Amount', (row) => row.amountMicros, { bold: true, sort: 'amount' }),
  {
    header: 'Requested',
    sort: { by: 'date', kind: 'date' },
    cell: (row) => <DateText at={row.requestedAt} />,
  },
];

const due: Column<AdminPayoutRow> = { header: 'Due', cell: (row) => <Due payout={row} /> };

const finished: Column<AdminPayoutRow>[] = [
  { header: 'Finished', cell: (row) => (row.finishedAt ? <DateText at={row.finishedAt} /> : '-') },
  {
    header: 'Reference or reason',
    cell: (row) => <span className="break-words">{row.failure ?? row.reference ?? '-'}</span>,
  },
];

/**
 * Shows when a payout is due, and marks it if it is late. A payout that its recipient has not claimed is
 * never late.
 */
function Due({ payout: { dueAt: at, waits } }: { payout: AdminPayoutRow }) {
  const late = at <= useNow() && waits !== 'unclaimed';
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <MomentText at={at} />
      {late ? <Badge tone="red">Late</Badge> : null}
    </span>
  );
}
