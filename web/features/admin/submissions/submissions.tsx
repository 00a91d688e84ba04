import { Link } from 'react-router';
import type { z } from 'zod';
import { adminRoutes } from '#contract/admin-routes.ts';
import { submissionStatus } from '#contract/submissions.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { Views } from '#web/nouns/views.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MomentText } from '#web/ui/moment-text.tsx';
import { QueryTable } from '#web/ui/query-table.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import type { Column } from '#web/ui/table.tsx';
import { given, useFilters } from '#web/ui/use-filters.ts';
import { FilterSelect } from '../filter-select.tsx';
import { FilterBar, Nothing } from '../filtered-table.tsx';
import { PersonLink } from '../person-link.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

type AdminSubmission = z.infer<typeof adminRoutes.adminSubmissions.reply>['rows'][number];

const statuses = submissionStatus.options;

const nothing = {
  waiting: (
    <EmptyState title="Nothing to decide">
      Clips whose host let the deadline pass come here, unless they are approved automatically.
    </EmptyState>
  ),
  held: <EmptyState title="No open holds">Every verdict that needed review has its decision.</EmptyState>,
};

export const submissionColumns: Column<AdminSubmission>[] = [
  {
    header: 'Clipper',
    phone: 'next',
    cell: (row) => <PersonLink id={row.clipperId}>@{row.clipper}</PersonLink>,
  },
  {
    header: 'Listing',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.clip(row.id)} label={`Clip of ${row.clipper}: ${row.listing}`}>
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
  { header: 'Date', cell: (row) => <DateText at={row.date} /> },
  {
    header: 'Action',
    phone: 'hidden',
    align: 'right',
    cell: (row) => (
      <Link
        to={paths.clip(row.id)}
        aria-label={`Review ${row.clipper}: ${row.listing}`}
        className={buttonStyle({ size: 'sm' })}
      >
        Review
      </Link>
    ),
  },
];

/** All clips; each leads to its page, where an admin decides. */
export function Submissions() {
  const { read, one, change } = useFilters();
  const show = one('show', ['waiting', 'held']);
  const query = given({
    waiting: show === 'waiting' ? ('true' as const) : undefined,
    held: show === 'held' ? ('true' as const) : undefined,
    search: read('search'),
    status: one('status', statuses),
  });
  const found = usePages(adminRoutes.adminSubmissions, { query }, { placeholderData: (before) => before });
  return (
    <>
      <FilterBar
        searchLabel="Search submissions"
        what="submissions"
        csv={address(adminRoutes.adminSubmissionsCsv, { query })}
      >
        <FilterSelect name="status" label="Status" any="All Status" values={statuses} />
        <Chip
          pressed={show === 'waiting'}
          onClick={() => change({ show: show === 'waiting' ? '' : 'waiting' })}
        >
          To decide
        </Chip>
        <Chip pressed={show === 'held'} onClick={() => change({ show: show === 'held' ? '' : 'held' })}>
          Open holds only
        </Chip>
      </FilterBar>
      <QueryTable
        of={found}
        what="submissions"
        caption="Submissions"
        columns={submissionColumns}
        rowKey={(row) => row.id}
        empty={
          show && !read('search') && !read('status') ? (
            nothing[show]
          ) : (
            <Nothing what="submissions" filters={['search', 'status', 'show']}>
              Clips that clippers submit are listed here.
            </Nothing>
          )
        }
      />
    </>
  );
}
