import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatUsd } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { pagedQuery } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/button.tsx';
import { CsvLink } from '#web/ui/csv-link.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { PayoutParts } from './payout-parts.tsx';
import { PayoutStatus } from './payout-status.tsx';
import { PayoutYears } from './payout-years.tsx';
import { StopPayout } from './stop-payout.tsx';

const causes: Record<PayoutRow['cause'], string> = {
  weekly: 'Weekly payout',
  withdrawal: 'Withdrawal',
  closing: 'Account closed',
};

type On = (row: PayoutRow) => void;

const columns = ({ onOpen, onStop }: { onOpen: On; onStop: On }): Column<PayoutRow>[] => [
  { key: 'date', header: 'Date', cell: (row) => <DateText at={row.requestedAt} /> },
  {
    key: 'what',
    header: 'What',
    cell: (row) => (
      <button
        type="button"
        className="link text-left"
        aria-label={`${causes[row.cause]} of ${formatUsd(row.amountMicros)}: what it is made of`}
        onClick={() => onOpen(row)}
      >
        {causes[row.cause]}
      </button>
    ),
  },
  { key: 'to', header: 'To', cell: (row) => row.destination },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <PayoutStatus row={row} onStop={() => onStop(row)} />,
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

/** Every payout with its state and what it is made of; one that nobody has picked up can be taken back. */
export function PayoutHistory() {
  const list = useInfiniteQuery(pagedQuery(routes.clipperPayouts, { query: {} }));
  const [leaving, setLeaving] = useState<PayoutRow | null>(null);
  const [opened, setOpened] = useState<PayoutRow | null>(null);
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
        columns={columns({ onOpen: setOpened, onStop: setLeaving })}
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
      <PayoutYears />
      {opened ? <PayoutParts payout={opened} onClose={() => setOpened(null)} /> : null}
      <StopPayout row={leaving} onClose={() => setLeaving(null)} />
    </Panel>
  );
}
