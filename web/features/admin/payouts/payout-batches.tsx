import type { PayoutBatchRow } from '#contract/admin-payouts.ts';
import { adminRoutes } from '#contract/admin-routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { formatCount } from '#web/ui/count.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MomentText } from '#web/ui/moment-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { QueryTable } from '#web/ui/query-table.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import type { Column } from '#web/ui/table.tsx';
import { CsvBar } from '../filtered-table.tsx';

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
  {
    header: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: (row) => <Money micros={row.amountMicros} className="font-semibold" />,
  },
  { header: 'Created', cell: (row) => <DateText at={row.createdAt} /> },
  { header: 'Next check', cell: (row) => (row.nextStepAt ? <MomentText at={row.nextStepAt} /> : '-') },
];

/** PayPal payout batches, newest first. */
export function PayoutBatches() {
  const found = usePages(adminRoutes.payoutBatches, { query: {} });
  return (
    <>
      <CsvBar csv={address(adminRoutes.payoutBatchesCsv, { query: {} })} what="batches" />
      <QueryTable
        of={found}
        what="batches"
        caption="Batches handed to PayPal, newest first"
        columns={columns}
        rowKey={(row) => row.id}
        empty={
          <EmptyState level={2} title="No batches">
            Batches of payouts sent to PayPal are listed here.
          </EmptyState>
        }
      />
    </>
  );
}
