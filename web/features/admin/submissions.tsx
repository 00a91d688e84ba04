import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { routes } from '#contract/routes.ts';
import { pagedQuery } from '#web/api/query.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { DateText, RelativeTime } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { Views } from '#web/ui/views.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { tableState } from './table-state.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

export type AdminSubmission = z.infer<typeof routes.adminSubmissions.reply>['rows'][number];

/** All, those that wait for a reviewer, or those with an open hold. */
export type SubmissionsShown = 'all' | 'waiting' | 'held';

export interface SubmissionsProps {
  shown: SubmissionsShown;
  onShow: (shown: SubmissionsShown) => void;
}

const queries = {
  all: {},
  waiting: { waiting: 'true' },
  held: { held: 'true' },
} as const;

const nothing = {
  all: <EmptyState title="No submissions">What clippers submit stands here.</EmptyState>,
  waiting: (
    <EmptyState title="Nothing to decide">
      Clips whose host let the deadline pass come here, unless they are approved automatically.
    </EmptyState>
  ),
  held: <EmptyState title="No open holds">Every verdict that needed a person has its decision.</EmptyState>,
};

export function Submissions({ shown, onShow }: SubmissionsProps) {
  const found = useInfiniteQuery(pagedQuery(routes.adminSubmissions, { query: queries[shown] }));
  const [open, setOpen] = useState<string | null>(null);
  const state = tableState(found, 'submissions');
  const reviewed = state.rows?.find((row) => row.id === open);
  const columns: Column<AdminSubmission>[] = [
    {
      key: 'clipper',
      header: 'Clipper',
      lead: true,
      cell: (row) => <b className="font-semibold">@{row.clipper}</b>,
    },
    { key: 'listing', header: 'Listing', cell: (row) => row.listing },
    {
      key: 'status',
      header: 'Status',
      cell: (row) => (
        <span className="inline-flex flex-col items-start gap-1">
          <StatusBadge status={row.status} />
          {row.waitsUntil ? (
            <span className="text-muted text-sm">
              Due <RelativeTime at={row.waitsUntil} />
            </span>
          ) : null}
        </span>
      ),
    },
    { key: 'verdict', header: 'Verdict', cell: (row) => <VerdictBadge verdict={row.verdict} /> },
    { key: 'views', header: 'Views', align: 'right', cell: (row) => <Views count={row.views} /> },
    { key: 'date', header: 'Date', cell: (row) => <DateText at={row.date} /> },
    {
      key: 'action',
      header: 'Action',
      align: 'right',
      cell: (row) => (
        <Button
          size="sm"
          aria-label={`Review ${row.clipper}: ${row.listing}`}
          onClick={() => setOpen(row.id)}
        >
          Review
        </Button>
      ),
    },
  ];
  return (
    <>
      <div className="flex gap-2 border-line border-b px-4.5 py-3">
        <Chip pressed={shown === 'waiting'} onClick={() => onShow(shown === 'waiting' ? 'all' : 'waiting')}>
          To decide
        </Chip>
        <Chip pressed={shown === 'held'} onClick={() => onShow(shown === 'held' ? 'all' : 'held')}>
          Open holds only
        </Chip>
      </div>
      <Table
        caption="Submissions"
        columns={columns}
        rowKey={(row) => row.id}
        empty={nothing[shown]}
        {...state}
      />
      {reviewed ? <ReviewDialog row={reviewed} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
