import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatUsd } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { address } from '#web/api/client.ts';
import { pagedQuery } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CsvLink } from '#web/ui/csv-link.tsx';
import { DateText, RelativeTime } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { useNow } from '#web/ui/now.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.tsx';

const columns = (onCancel: (row: PayoutRow) => void): Column<PayoutRow>[] => [
  { key: 'date', header: 'Date', cell: (row) => <DateText at={row.requestedAt} /> },
  { key: 'what', header: 'What', cell: (row) => (row.cause === 'weekly' ? 'Weekly payout' : 'Withdrawal') },
  { key: 'to', header: 'To', cell: (row) => row.destination },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <PayoutStatus row={row} onCancel={() => onCancel(row)} />,
  },
  {
    key: 'reference',
    header: 'Reference',
    cell: (row) => (row.reference ? <span className="mono">{row.reference}</span> : '-'),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: (row) => <Money micros={row.amountMicros} className="font-semibold" />,
  },
];

function PayoutStatus({ row, onCancel }: { row: PayoutRow; onCancel: () => void }) {
  const now = useNow();
  const open = row.state === 'requested' || row.state === 'processing';
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 @max-2xl:justify-end">
      <StatusBadge status={row.state} />
      {open && row.dueAt > now ? (
        <span className="text-muted text-sm">
          arrives <RelativeTime at={row.dueAt} />
        </span>
      ) : null}
      {open && row.dueAt <= now ? (
        <span className="text-muted text-sm">
          late, was expected by <DateText at={row.dueAt} />.{' '}
          <Link to={paths.contact()} className="link">
            Ask about it
          </Link>
        </span>
      ) : null}
      {row.failure ? <span className="text-muted text-sm">{row.failure}</span> : null}
      {row.state === 'requested' ? (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Cancel payout of ${formatUsd(row.amountMicros)}`}
          onClick={onCancel}
        >
          Cancel
        </Button>
      ) : null}
    </span>
  );
}

/** Every payout with its state; one that nobody has picked up can be taken back. */
export function PayoutHistory() {
  const list = useInfiniteQuery(pagedQuery(routes.clipperPayouts, { query: {} }));
  const [leaving, setLeaving] = useState<PayoutRow | null>(null);
  return (
    <Panel
      title="History"
      flush
      action={<CsvLink href={address(routes.clipperPayoutsCsv, {})} what="payouts" />}
    >
      <Table
        caption="Payouts"
        rows={list.data?.pages.flatMap((page) => page.rows)}
        rowKey={(row) => row.id}
        columns={columns(setLeaving)}
        error={
          list.isError && !list.data ? (
            <ErrorState title="Your payouts did not load." onRetry={() => list.refetch()}>
              {list.error.message}
            </ErrorState>
          ) : null
        }
        empty={
          <EmptyState
            title="No earnings history"
            action={
              <Link to={paths.clipperExplore()} className={buttonStyle()}>
                Find Opportunities
              </Link>
            }
          >
            Withdrawals and weekly payouts are listed here, with where they went and when.
          </EmptyState>
        }
        footer={list.hasNextPage ? <MoreButton of={list} what="payouts" /> : null}
      />
      <CancelPayout row={leaving} onClose={() => setLeaving(null)} />
    </Panel>
  );
}

function CancelPayout({ row, onClose }: { row: PayoutRow | null; onClose: () => void }) {
  const cancel = useAction(routes.cancelPayout, {
    success: (payout) => {
      toast.success('Payout canceled', `${formatUsd(payout.amountMicros)} is available again.`);
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message);
      onClose();
    },
  });
  const amount = row ? formatUsd(row.amountMicros) : '';
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Cancel the payout of ${amount}?`}
      description="The amount is available again at once. You can withdraw it later, or wait for the weekly run."
      confirmText="Cancel payout"
      cancelText="Keep it"
      danger
      busy={cancel.isPending && 'Canceling...'}
      onConfirm={() => row && cancel.mutate({ params: { id: row.id } })}
    />
  );
}
