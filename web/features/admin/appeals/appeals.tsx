import { Link } from 'react-router';
import { type AdminAppeal, type AppealState, appealOf, appealStateNames } from '#contract/appeals.ts';
import { APPEAL_DAYS } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { useListed } from '#web/api/use-listed.ts';
import { ClipName } from '#web/nouns/clip-name.tsx';
import { VerdictBadge } from '#web/nouns/verdict-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';
import { Badge, type Tone } from '#web/ui/pages/badge.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { FilteredTable } from '../filtered-table.tsx';

const againstFilter: ChoiceFilter = {
  name: 'of',
  label: 'Appeals of',
  any: 'All appeals',
  options: optionsOf(appealOf.options),
};

const states = ['waiting', 'overturned', 'dismissed'] as const;

/** A table of clippers' appeals, ordered by deadline with overdue ones first. */
export function Appeals() {
  const { one, change } = useFilters();
  const state = one('state', states) ?? 'waiting';
  const listed = useListed(
    routes.adminAppeals,
    routes.adminAppealsCsv,
    {
      search: 'Search appeals',
      filters: [againstFilter],
      usual: state === 'waiting' ? 'date' : '-date',
    },
    { state },
  );
  return (
    <>
      <Figures />
      <FilteredTable
        {...listed}
        what="appeals"
        caption="Appeals"
        columns={columns}
        rowKey={(row) => row.id}
        nothing={state === 'waiting' ? 'No appeals waiting' : `No ${state} appeals`}
        empty={
          state === 'waiting'
            ? `Appeals that clippers file within ${APPEAL_DAYS} days of a rejection or a hold are listed here.`
            : 'Each decided appeal stays here with its note.'
        }
      >
        <Segmented
          label="Status"
          value={state}
          options={[
            { value: 'waiting', label: 'Waiting' },
            { value: 'overturned', label: 'Overturned' },
            { value: 'dismissed', label: 'Denied' },
          ]}
          onChange={(next) => change({ state: next === 'waiting' ? '' : next })}
        />
      </FilteredTable>
    </>
  );
}

const share = ({ overturned, dismissed }: { overturned: number; dismissed: number }): string =>
  overturned + dismissed === 0 ? 'no data' : `${overturned} of ${overturned + dismissed} overturned`;

/** Shows which share of the appealed decisions was overturned. */
function Figures() {
  const { data } = useRead(routes.appealFigures, {});
  if (!data) return null;
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 border-line border-b px-4.5 py-2.5 text-muted text-sm max-md:px-4">
      <span>Rejections: {share(data.rejections)}</span>
      <span>Holds: {share(data.holds)}</span>
    </p>
  );
}

const tones: Record<AppealState, Tone> = {
  open: 'yellow',
  escalated: 'red',
  overturned: 'green',
  dismissed: 'grey',
};

const columns: Column<AdminAppeal>[] = [
  {
    header: 'Clipper',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        to={paths.clip(row.submissionId)}
        second={<ClipName {...row} />}
        below={<bdi className="@max-4xl:hidden">{row.listing}</bdi>}
      >
        @{row.clipper}
      </RowTitle>
    ),
  },
  {
    header: 'Against',
    cell: (row) => (
      <span className="flex min-w-0 flex-col">
        <span>{row.of === 'hold' ? 'Hold' : 'Rejection'}</span>
        <span className="line-clamp-2 text-muted text-sm wrap-anywhere">{row.against}</span>
      </span>
    ),
  },
  { header: 'Verdict', cell: (row) => <VerdictBadge verdict={row.verdict} /> },
  moneyColumn('Set aside', (row) => row.reservedMicros, { zero: '-' }),
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => <Badge tone={tones[row.state]}>{appealStateNames[row.state]}</Badge>,
  },
  {
    header: 'When',
    sort: { by: 'date', kind: 'date' },
    phone: 'next',
    cell: (row) =>
      row.decidedAt ? (
        <DateText at={row.decidedAt} />
      ) : (
        <>
          Due by <MomentText at={row.decideBy} />
        </>
      ),
  },
  {
    header: 'Action',
    phone: 'hidden',
    align: 'right',
    cell: (row) => (
      <Link
        to={paths.clip(row.submissionId)}
        aria-label={`Open the appeal of @${row.clipper}: ${row.listing}`}
        className={buttonStyle({ size: 'sm' })}
      >
        Open
      </Link>
    ),
  },
];
