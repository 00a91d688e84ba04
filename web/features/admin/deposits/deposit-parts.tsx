import type { AdminDepositShown } from '#contract/admin/admin-deposits.ts';
import { formatUsd } from '#contract/money.ts';
import { disputeText } from '#web/nouns/deposit-labels.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { Part } from '../object-parts.tsx';

type Dispute = AdminDepositShown['disputes'][number];
type Refund = AdminDepositShown['refunds'][number];

/** The disputes and refunds of a deposit, newest first. */
export const DepositParts = ({ deposit }: { deposit: AdminDepositShown }) => (
  <>
    <Part title="Disputes" rows={deposit.disputes} columns={disputes} rowKey={(row) => row.id} />
    <Part title="Refunds" rows={deposit.refunds} columns={refunds} rowKey={(row) => row.id} />
  </>
);

const disputes: Column<Dispute>[] = [
  {
    header: 'Evidence sent to the bank',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        below={
          <span className="@max-4xl:hidden">
            <span className="mono">{row.id}</span> ({row.reason})
          </span>
        }
      >
        {disputeText(row)}
      </RowTitle>
    ),
  },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => (
      <Badge tone={row.outcome === 'won' ? 'green' : 'red'}>
        {row.outcome === 'won' ? 'Won' : row.outcome === 'lost' ? 'Lost' : 'Open'}
      </Badge>
    ),
  },
  { header: 'Opened', phone: 'next', cell: (row) => <MomentText at={row.openedAt} /> },
  {
    header: 'Evidence',
    cell: (row) =>
      row.hasEvidence ? (
        'Sent'
      ) : row.outcome ? (
        'Not sent'
      ) : row.evidenceDueAt ? (
        <>
          Due by <MomentText at={row.evidenceDueAt} />
        </>
      ) : (
        'Not asked for'
      ),
  },
  {
    header: 'Taken now',
    cell: (row) => (
      <span className="text-sm">
        {formatUsd(row.hostMicros)} from the host, {formatUsd(row.lossMicros)} as a loss,{' '}
        {formatUsd(row.feeMicros)} fee
      </span>
    ),
  },
  moneyColumn('Amount', (row) => row.amountMicros, { bold: true }),
];

const causes: Record<Refund['cause'], string> = {
  self: 'By the host',
  request: 'On request',
  processor: 'Made at the processor',
};

const refunds: Column<Refund>[] = [
  {
    header: 'Refund',
    phone: 'title',
    cell: (row) => (
      <RowTitle below={row.note && <span className="@max-4xl:hidden">{row.note}</span>}>
        {causes[row.cause]}
      </RowTitle>
    ),
  },
  { header: 'Status', phone: 'status', cell: (row) => <StatusBadge status={row.state} /> },
  { header: 'Asked', phone: 'next', cell: (row) => <MomentText at={row.askedAt} /> },
  { header: 'Finished', cell: (row) => (row.finishedAt ? <MomentText at={row.finishedAt} /> : '-') },
  {
    header: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: (row) => (
      <>
        <Money micros={row.amountMicros} className="font-semibold" />
        {row.lossMicros > 0n ? (
          <span className="block text-muted text-sm">{formatUsd(row.lossMicros)} of it a loss</span>
        ) : null}
      </>
    ),
  },
];
