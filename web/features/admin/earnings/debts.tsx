import { adminRoutes } from '#contract/admin-routes.ts';
import type { DebtRow } from '#contract/debts.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import type { Column } from '#web/ui/table.tsx';
import { NextEvent } from '#web/ui/timeline.tsx';
import { useList } from '#web/ui/use-list.ts';
import { FilteredTable } from '../filtered-table.tsx';

/** What clippers owe for views found bought after they were paid out, the greatest debt first. */
export function Debts() {
  const list = useList(adminRoutes.adminDebts, { search: 'Search debts', usual: '-owed' });
  const { query } = list;
  const found = usePages(adminRoutes.adminDebts, { query }, { placeholderData: (before) => before });
  return (
    <FilteredTable
      of={found}
      what="debts"
      caption="Debts"
      columns={columns}
      rowKey={(row) => row.id}
      csv={address(adminRoutes.adminDebtsCsv, { query })}
      list={list}
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
];
