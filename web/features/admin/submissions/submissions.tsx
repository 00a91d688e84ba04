import { Link } from 'react-router';
import type { z } from 'zod';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { submissionStatus } from '#contract/submissions/submissions.ts';
import { useListed } from '#web/api/use-listed.ts';
import { ClipName, clipName } from '#web/nouns/clip-name.tsx';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { VerdictBadge } from '#web/nouns/verdict-badge.tsx';
import { Views } from '#web/nouns/views.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { rowsOf } from '#web/ui/lists/query-list.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { NotedBulk } from '../bulk-acts.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { PersonLink } from '../person-link.tsx';
import { useSelection } from '../selection.tsx';

type AdminSubmission = z.infer<typeof adminRoutes.adminSubmissions.reply>['rows'][number];

const statusFilter: ChoiceFilter = {
  name: 'status',
  label: 'Status',
  any: 'All Status',
  options: optionsOf(submissionStatus.options),
};

const shown = {
  all: {
    label: 'All',
    nothing: 'No submissions',
    empty: 'Clips that clippers submit are listed here.',
  },
  waiting: {
    label: 'To decide',
    nothing: 'Nothing to decide',
    empty:
      'Clips that their host did not decide in time appear here, unless they are approved automatically.',
  },
  held: {
    label: 'Open holds',
    nothing: 'No open holds',
    empty: 'Clips with held views appear here until a reviewer has decided.',
  },
};

const clipperColumn: Column<AdminSubmission> = {
  header: 'Clipper',
  phone: 'hidden',
  cell: (row) => <PersonLink id={row.clipperId}>@{row.clipper}</PersonLink>,
};

const columnsOf = (isOfOne: boolean): Column<AdminSubmission>[] => [
  ...(isOfOne ? [] : [clipperColumn]),
  {
    header: 'Listing',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        to={paths.clip(row.id)}
        label={`Clip of ${row.clipper}: ${row.listing}, ${clipName(row)}`}
        second={<ClipName {...row} />}
        wideOnly
        picture={<ClipPoster id={row.id} src={row.posterUrl} small className="w-full" />}
        below={isOfOne ? null : <span className="@4xl:hidden">@{row.clipper}</span>}
      >
        <bdi>{row.listing}</bdi>
      </RowTitle>
    ),
  },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => (
      <span className="inline-flex flex-col items-start gap-1">
        <StatusBadge status={row.status} />
        {row.waitsUntil ? (
          <span className="text-muted text-sm">
            Due by <MomentText at={row.waitsUntil} />
          </span>
        ) : null}
      </span>
    ),
  },
  { header: 'Verdict', cell: (row) => <VerdictBadge verdict={row.verdict} /> },
  {
    header: 'Views',
    align: 'right',
    phone: 'amount',
    cell: (row) => <Views count={row.views} level={row.countLevel} />,
  },
  { header: 'Date', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.date} /> },
  {
    header: 'Action',
    phone: 'hidden',
    align: 'right',
    cell: (row) => (
      <Link
        to={paths.clip(row.id)}
        aria-label={`Review ${row.clipper}: ${row.listing}, ${clipName(row)}`}
        className={buttonStyle({ size: 'sm' })}
      >
        Review
      </Link>
    ),
  },
];

export const submissionColumns = columnsOf(false);
/** The columns on the clipper's own page, which names the clipper once. */
export const clipsOfOne = columnsOf(true);

/** A table of all clips. Each links to its page, where an admin decides. */
export function Submissions() {
  const { one, change } = useFilters();
  const show = one('show', ['waiting', 'held']) ?? 'all';
  const listed = useListed(
    adminRoutes.adminSubmissions,
    adminRoutes.adminSubmissionsCsv,
    {
      search: 'Search submissions',
      filters: [statusFilter],
      usual: show === 'waiting' ? 'date' : '-date',
    },
    { ...(show === 'all' ? {} : { [show]: 'true' as const }) },
  );
  const selection = useSelection(rowsOf(listed.of) ?? [], {
    nameOf: (row) => `clip of @${row.clipper}: ${row.listing}, ${clipName(row)}`,
  });
  return (
    <>
      {show === 'waiting' ? <NotedBulk kind="escalation" selection={selection} /> : null}
      <FilteredTable
        {...listed}
        what="submissions"
        caption="Submissions"
        columns={show === 'waiting' ? [selection.column, ...submissionColumns] : submissionColumns}
        rowKey={(row) => row.id}
        nothing={shown[show].nothing}
        empty={shown[show].empty}
      >
        <Segmented
          label="Submissions shown"
          value={show}
          options={(['all', 'waiting', 'held'] as const).map((value) => ({
            value,
            label: shown[value].label,
          }))}
          onChange={(next) => change({ show: next === 'all' ? '' : next })}
        />
      </FilteredTable>
    </>
  );
}
