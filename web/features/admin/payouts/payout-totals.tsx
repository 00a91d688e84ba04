import type { PayoutTotalRow } from '#contract/admin-payouts.ts';
import { adminRoutes } from '#contract/admin-routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CsvLink } from '#web/ui/csv-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { useNow } from '#web/ui/now.tsx';
import { QueryTable } from '#web/ui/query-table.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Column } from '#web/ui/table.tsx';
import { useFilters } from '#web/ui/use-filters.ts';

const columns: Column<PayoutTotalRow>[] = [
  {
    header: 'Person',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.adminPerson(row.clipperId)} below={row.email}>
        {row.username ? `@${row.username}` : 'Closed account'}
      </RowTitle>
    ),
  },
  { header: 'Country', cell: (row) => row.country ?? 'Not asked' },
  {
    header: 'Tax report',
    phone: 'status',
    cell: (row) => (row.reportable ? <Badge tone="yellow">To report</Badge> : 'Below'),
  },
  { header: 'By PayPal', align: 'right', cell: (row) => <Money micros={row.paypalMicros} /> },
  {
    header: 'Paid',
    align: 'right',
    phone: 'amount',
    cell: (row) => <Money micros={row.totalMicros} className="font-semibold" />,
  },
];

/** What each person was paid in a year, with the file for the accountant. */
export function PayoutTotals() {
  const { read, change } = useFilters();
  const thisYear = useNow().getUTCFullYear();
  const year = Number(read('year')) || thisYear;
  const query = { year };
  const found = usePages(adminRoutes.payoutTotals, { query });
  const years = Array.from({ length: 5 }, (_, back) => String(thisYear - back));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-4.5 py-3 max-md:px-4">
        <Select
          compact
          aria-label="Year"
          value={String(year)}
          options={years.map((value) => ({ value, label: value }))}
          onChange={(event) => change({ year: event.target.value })}
        />
        <CsvLink href={address(adminRoutes.payoutTotalsCsv, { query })} what="year totals" />
      </div>
      <QueryTable
        of={found}
        what="year totals"
        caption={`Paid in ${year}, largest first`}
        columns={columns}
        rowKey={(row) => row.clipperId}
        empty={
          <EmptyState level={2} title={`Nothing was paid in ${year}`}>
            Payments of the year, less what came back, add up here.
          </EmptyState>
        }
      />
    </>
  );
}
