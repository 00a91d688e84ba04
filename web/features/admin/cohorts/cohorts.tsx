import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { CohortRow } from '#contract/cohorts.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { clipsText, kindLabels, namesOf, stateBadges } from './cohort-labels.ts';

/** A table of groups of linked clippers, either undecided or decided ones. */
export function Cohorts() {
  const { read, change } = useFilters();
  const view = read('view') === 'decided' ? ('decided' as const) : ('open' as const);
  const listed = useListed(
    adminRoutes.adminCohorts,
    adminRoutes.adminCohortsCsv,
    { search: 'Search by username', usual: '-date' },
    { view },
  );
  return (
    <FilteredTable
      {...listed}
      what="cohorts"
      caption={view === 'open' ? 'Cohorts to decide on' : 'Decided cohorts'}
      columns={columns}
      rowKey={(row) => row.id}
      nothing={view === 'open' ? 'No cohorts to decide on' : 'No cohort was decided yet'}
      empty="Clippers who share a payout mailbox, an audience or the hours in which their views move are listed here. We look for them every hour."
    >
      <Segmented
        label="Cohorts shown"
        value={view}
        options={[
          { value: 'open', label: 'Undecided' },
          { value: 'decided', label: 'Decided' },
        ]}
        onChange={(next) => change({ view: next === 'decided' ? next : '' })}
      />
    </FilteredTable>
  );
}

const columns: Column<CohortRow>[] = [
  {
    header: 'People',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        to={paths.adminCohort(row.id)}
        below={`${formatCount(row.members)} people, ${clipsText(row.clips)}`}
      >
        <bdi>{namesOf(row)}</bdi>
      </RowTitle>
    ),
  },
  { header: 'Joined by', cell: ({ kinds }) => kinds.map((kind) => kindLabels[kind]).join(', ') },
  moneyColumn('Pending', (row) => row.pendingMicros, { bold: true }),
  {
    header: 'State',
    phone: 'status',
    cell: ({ state }) => <Badge tone={stateBadges[state].tone}>{stateBadges[state].label}</Badge>,
  },
  {
    header: 'Last change',
    sort: { by: 'date', kind: 'date' },
    cell: (row) => <DateText at={row.changedAt} />,
  },
];
