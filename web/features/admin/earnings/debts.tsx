import { useState } from 'react';
import { adminRoutes } from '#contract/admin-routes.ts';
import type { DebtRow } from '#contract/debts.ts';
import { formatUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import type { Column } from '#web/ui/table.tsx';
import { NextEvent } from '#web/ui/timeline.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useList } from '#web/ui/use-list.ts';
import { refusedOrNoted } from '../agreements.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { FilteredTable } from '../filtered-table.tsx';

/** What clippers owe for views found bought after they were paid out, the greatest debt first. */
export function Debts() {
  const list = useList(adminRoutes.adminDebts, { search: 'Search debts', usual: '-owed' });
  const { query } = list;
  const found = usePages(adminRoutes.adminDebts, { query }, { placeholderData: (before) => before });
  const [leaving, setLeaving] = useState<DebtRow | null>(null);
  return (
    <>
      <FilteredTable
        of={found}
        what="debts"
        caption="Debts"
        columns={columns(setLeaving)}
        rowKey={(row) => row.id}
        csv={address(adminRoutes.adminDebtsCsv, { query })}
        list={list}
        empty="People who owe for views that were taken back after they were paid out are listed here."
      />
      {leaving ? <WriteOff debt={leaving} onClose={() => setLeaving(null)} /> : null}
    </>
  );
}

const columns = (onWriteOff: (row: DebtRow) => void): Column<DebtRow>[] => [
  {
    header: 'Clipper',
    phone: 'title',
    cell: (row) => <RowTitle to={paths.adminPerson(row.id)}>@{row.clipper}</RowTitle>,
  },
  {
    header: 'Owed',
    sort: { by: 'owed', kind: 'number' },
    align: 'right',
    phone: 'amount',
    cell: (row) => <Money micros={row.owedMicros} />,
  },
  { header: 'Since', cell: (row) => <DateText at={row.since} /> },
  {
    header: 'Next',
    phone: 'next',
    cell: () => (
      <NextEvent what="Taken from the next earnings, unless an admin writes it off before" who="Permille" />
    ),
  },
  {
    header: 'Action',
    align: 'right',
    cell: (row) => (
      <Button size="sm" aria-label={`Write off the debt of ${row.clipper}`} onClick={() => onWriteOff(row)}>
        Write off
      </Button>
    ),
  },
];

function WriteOff({ debt, onClose }: { debt: DebtRow; onClose: () => void }) {
  const writeOff = useAction(adminRoutes.writeOffDebt, {
    success: ({ writtenOffMicros }) => {
      toast.success('Debt written off', `${formatUsd(writtenOffMicros)} is the platform's loss.`);
      onClose();
    },
    error: refusedOrNoted(onClose),
  });
  return (
    <AskDialog
      title={`Write off the debt of @${debt.clipper}`}
      description={`${formatUsd(debt.owedMicros)} becomes the platform's loss. The listing that got it back keeps it.`}
      missing="Enter why the debt is written off."
      confirmText="Write off"
      danger
      busy={writeOff.isPending && 'Saving...'}
      onConfirm={(reason) => writeOff.mutate({ params: { id: debt.id }, body: { reason } })}
      onClose={onClose}
    />
  );
}
