import type { PayoutTotalRow } from '#contract/admin/admin-payouts.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { countryName } from '#contract/country-names.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { optionsOf } from '#web/ui/lists/use-list.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { FilteredTable } from '../filtered-table.tsx';

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
  { header: 'Country', cell: (row) => (row.country ? countryName(row.country) : 'Not given yet') },
  {
    header: 'Tax report',
    phone: 'status',
    cell: (row) => (row.reportable ? <Badge tone="yellow">To report</Badge> : 'Below the threshold'),
  },
  moneyColumn('By PayPal', (row) => row.paypalMicros, { onPhone: false }),
  moneyColumn('Paid', (row) => row.totalMicros, { bold: true }),
];

/** A table of payouts per person in a year, with a CSV file for the accountant. */
export function PayoutTotals() {
  const thisYear = useNow().getUTCFullYear();
  const years = Array.from({ length: 4 }, (_, back) => String(thisYear - back - 1));
  const listed = useListed(
    adminRoutes.payoutTotals,
    adminRoutes.payoutTotalsCsv,
    {
      search: 'Search people',
      filters: [{ name: 'year', label: 'Year', any: String(thisYear), options: optionsOf(years) }],
    },
    ({ year }) => ({ year: Number(year) || thisYear }),
  );
  const year = listed.list.values.year || thisYear;
  return (
    <FilteredTable
      {...listed}
      what="year totals"
      caption={`Paid in ${year}, largest first`}
      columns={columns}
      rowKey={(row) => row.clipperId}
      nothing={`Nothing was paid in ${year}`}
      empty="Payments of the year, less what came back, add up here."
    />
  );
}
