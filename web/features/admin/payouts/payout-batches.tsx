import { type PayoutBatchRow, payoutBatchState } from '#contract/admin/admin-payouts.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { useListed } from '#web/api/use-listed.ts';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import type { ChoiceFilter } from '#web/ui/lists/use-list.ts';
import { Badge, type Tone } from '#web/ui/pages/badge.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { FilteredTable } from '../filtered-table.tsx';

const states: Record<PayoutBatchRow['state'], [tone: Tone, words: string]> = {
  created: ['yellow', 'Being sent'],
  sent: ['blue', 'At PayPal'],
  refused: ['red', 'Refused'],
  closed: ['green', 'Closed'],
  abandoned: ['red', 'Never answered'],
};

const columns: Column<PayoutBatchRow>[] = [
  {
    header: 'Batch',
    phone: 'title',
    cell: (row) => (
      <RowTitle below={row.problem && <span className="text-red">{row.problem}</span>}>
        <span className="mono">{row.paypalBatchId ?? row.id}</span>
      </RowTitle>
    ),
  },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) =>
      row.state === 'sent' && row.openPayouts === 0 ? (
        <Badge tone="green">All decided</Badge>
      ) : (
        <Badge tone={states[row.state][0]}>{states[row.state][1]}</Badge>
      ),
  },
  { header: 'Payouts', align: 'right', cell: (row) => formatCount(row.payouts) },
  { header: 'Open', align: 'right', cell: (row) => formatCount(row.openPayouts) },
  moneyColumn('Amount', (row) => row.amountMicros, { bold: true }),
  { header: 'Created', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.createdAt} /> },
  { header: 'Next check', cell: (row) => (row.nextStepAt ? <MomentText at={row.nextStepAt} /> : '-') },
];

const stateFilter: ChoiceFilter = {
  name: 'state',
  label: 'Status',
  any: 'All Status',
  options: payoutBatchState.options.map((value) => ({ value, label: states[value][1] })),
};

/** A table of PayPal payout batches, newest first. */
export function PayoutBatches() {
  const listed = useListed(adminRoutes.payoutBatches, adminRoutes.payoutBatchesCsv, {
    search: 'Search batches',
    filters: [stateFilter],
    usual: '-date',
  });
  return (
    <FilteredTable
      {...listed}
      what="batches"
      caption="Batches handed to PayPal"
      columns={columns}
      rowKey={(row) => row.id}
      empty="Batches of payouts sent to PayPal are listed here."
    />
  );
}
