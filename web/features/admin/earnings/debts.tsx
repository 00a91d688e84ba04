import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { DebtRow } from '#contract/earnings/debts.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { NextEvent } from '#web/ui/pages/timeline.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { FilteredTable } from '../filtered-table.tsx';

/** A table of clippers' debts, largest first. A debt arises when paid-out views are found to be bought. */
export function Debts() {
  const listed = useListed(adminRoutes.adminDebts, adminRoutes.adminDebtsCsv, {
    search: 'Search debts',
    usual: '-owed',
  });
  return (
    <FilteredTable
      {...listed}
      what="debts"
      caption="Debts"
      columns={columns}
      rowKey={(row) => row.id}
      empty="People who owe for views that were taken back after they were paid out are listed here."
    />
  );
}

const columns: Column<DebtRow>[] = [
  {
    header: 'Clipper',
    phone: 'title',
    cell: (row) => <RowTitle to={paths.adminDebt(row.id)}>@{row.clipper}</RowTitle>,
  },
  moneyColumn('Owed', (row) => row.owedMicros, { sort: 'owed' }),
  { header: 'Since', cell: (row) => <DateText at={row.since} /> },
  {
    header: 'Next',
    phone: 'next',
    cell: () => (
      <NextEvent what="Taken from the next earnings, unless an admin writes it off before" who="Permille" />
    ),
  },
];
