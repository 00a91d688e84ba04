import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { fullDay } from '#contract/dates.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import type { ScoreWeek } from '#contract/scoring/score-rules.ts';
import { address } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { QueryTable } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { formatCount, formatShare } from '#web/ui/texts/count.ts';
import { ScoreDrifts } from './score-drifts.tsx';

/** Shows a number of clips, and below it the percentage of all judged clips. */
function Count({ of, judged, name }: { of: number; judged: number; name?: string }) {
  return (
    <>
      {formatCount(of)}
      {/* The figure is named on a phone, where the table has no header. */}
      {name ? <span className="@4xl:hidden"> {name}</span> : null}
      {of > 0 && judged > 0 ? (
        <span className="block text-muted text-xs">{formatShare(of / judged)}</span>
      ) : null}
    </>
  );
}

const outcomes = ({ held, upheld, overturned, lapsed, undecided }: ScoreWeek) => {
  if (held === 0) return '-';
  return Object.entries({ upheld, overturned, lapsed, undecided })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatCount(count)} ${name}`)
    .join(', ');
};

const columns: Column<ScoreWeek>[] = [
  {
    header: 'Submitted in the week from',
    phone: 'title',
    cell: (row) => (
      <RowTitle below={`${formatCount(row.judged)} judged`}>
        {fullDay(row.week)}, {platforms[row.platform].name}
      </RowTitle>
    ),
  },
  { header: 'Asked about', align: 'right', cell: (row) => <Count of={row.asked} judged={row.judged} /> },
  {
    header: 'Held',
    align: 'right',
    phone: 'amount',
    cell: (row) => <Count of={row.held} judged={row.judged} name="held" />,
  },
  { header: 'Outcome', cell: outcomes },
  { header: 'Missed', align: 'right', cell: (row) => <Count of={row.missed} judged={row.judged} /> },
];

/**
 * Shows the accuracy of the score per week: the clips it held or asked about, what people found, and the
 * clips it missed.
 */
export function ScoreWeeks() {
  const found = useRead(adminRoutes.scoreWeeks, { query: {} });
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3 border-line border-b px-4.5 py-3">
        <p className="max-w-prose text-muted text-sm">
          Half a year of verdicts. <b>Overturned</b>: a person found nothing wrong. <b>Lapsed</b>: nobody
          decided in time, or the score fell. <b>Missed</b>: views were excluded that the score had not held.
        </p>
        <CsvLink href={address(adminRoutes.scoreWeeksCsv, { query: {} })} what="weekly report" />
      </div>
      <ScoreDrifts />
      <QueryTable
        of={found}
        what="weekly report"
        caption="Weekly report of the score"
        columns={columns}
        rowKey={(row) => `${row.week} ${row.platform}`}
        empty={
          <EmptyState level={2} title="No verdicts yet">
            The first clips with enough counts begin the report.
          </EmptyState>
        }
      />
    </>
  );
}
