import { useState } from 'react';
import { Link } from 'react-router';
import { formatUsd } from '#contract/money.ts';
import { type PayoutRow, payoutState } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import { useListed } from '#web/api/use-listed.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { PayoutParts } from './payout-parts.tsx';
import { PayoutAction, PayoutMeaning } from './payout-status.tsx';
import { PayoutYears } from './payout-years.tsx';
import { StopPayout } from './stop-payout.tsx';

const causes: Record<PayoutRow['cause'], string> = {
  weekly: 'Weekly payout',
  withdrawal: 'Withdrawal',
  closing: 'Account closed',
};

type On = (row: PayoutRow) => void;

const columns = ({ onOpen, onStop }: { onOpen: On; onStop: On }): Column<PayoutRow>[] => [
  { header: 'Date', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.requestedAt} /> },
  {
    header: 'What',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        onOpen={() => onOpen(row)}
        label={`${causes[row.cause]} of ${formatUsd(row.amountMicros)}: what it is made of`}
        below={<PayoutMeaning row={row} />}
      >
        {causes[row.cause]}
      </RowTitle>
    ),
  },
  { header: 'To', cell: (row) => row.destination },
  { header: 'Status', phone: 'status', cell: (row) => <StatusBadge status={row.state} /> },
  {
    header: 'Reference',
    cell: (row) => (row.reference ? <span className="mono">{row.reference}</span> : '-'),
  },
  moneyColumn('Amount', (row) => row.amountMicros, { bold: true, sort: 'amount' }),
  {
    header: 'Action',
    align: 'right',
    cell: (row) => <PayoutAction row={row} onStop={() => onStop(row)} />,
  },
];

const stateFilter: ChoiceFilter = {
  name: 'state',
  label: 'Status',
  any: 'All Status',
  options: optionsOf(payoutState.options),
};

/** A table of all payouts with their states and parts. A payout can be canceled until it is started. */
export function PayoutHistory() {
  const listed = useListed(routes.clipperPayouts, routes.clipperPayoutsCsv, {
    search: 'Search payouts',
    scope: 'payouts',
    filters: [stateFilter],
    usual: '-date',
  });
  const [leaving, setLeaving] = useState<PayoutRow | null>(null);
  const [opened, setOpened] = useState<PayoutRow | null>(null);
  return (
    <TablePanel
      title="History"
      {...listed}
      what="payouts"
      failed="Your payouts did not load."
      caption="Payouts"
      rowKey={(row) => row.id}
      columns={columns({ onOpen: setOpened, onStop: setLeaving })}
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
    >
      <PayoutYears />
      {opened ? <PayoutParts payout={opened} onClose={() => setOpened(null)} /> : null}
      <StopPayout row={leaving} onClose={() => setLeaving(null)} />
    </TablePanel>
  );
}
