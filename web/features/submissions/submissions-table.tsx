import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { ClipperSubmissionRow } from '#contract/submissions.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TablePanel } from '#web/ui/query-table.tsx';
import { StatusFilter, useStatusFilter } from './status-filter.tsx';
import { submissionColumns } from './submission-columns.tsx';
import { SubmissionDetail } from './submission-detail.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

export interface SubmissionsTableProps {
  isDemo: boolean;
  /** What is held of an opened clip, and its appeals. */
  appeals: (row: ClipperSubmissionRow) => ReactNode;
  /** What stands below an opened clip: the messages about it. */
  thread: (row: ClipperSubmissionRow) => ReactNode;
}

export function SubmissionsTable({ isDemo, appeals, thread }: SubmissionsTableProps) {
  const id = useId();
  const { status, clear } = useStatusFilter();
  const query = status ? { status } : {};
  const [openId, setOpenId] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<ClipperSubmissionRow | null>(null);
  const list = usePages(routes.clipperSubmissions, { query });
  const detailId = (row: ClipperSubmissionRow) => `${id}-${row.id}`;
  return (
    <TablePanel
      title="Submissions"
      of={list}
      what="submissions"
      failed="Your submissions did not load."
      csv={address(routes.clipperSubmissionsCsv, { query })}
      action={<StatusFilter />}
      caption="Your submissions"
      rowKey={(row) => row.id}
      columns={submissionColumns(openId, detailId, (row) => setOpenId(openId === row.id ? null : row.id))}
      detail={(row) =>
        openId === row.id ? (
          <SubmissionDetail
            id={detailId(row)}
            row={row}
            onWithdraw={() => setLeaving(row)}
            appeals={appeals(row)}
            thread={thread(row)}
          />
        ) : null
      }
      empty={<Nothing isDemo={isDemo} filtered={status !== undefined} onClear={clear} />}
    >
      <WithdrawDialog row={leaving} onClose={() => setLeaving(null)} />
    </TablePanel>
  );
}

interface NothingProps {
  isDemo: boolean;
  filtered: boolean;
  onClear: () => void;
}

function Nothing({ isDemo, filtered, onClear }: NothingProps) {
  if (filtered) {
    return (
      <EmptyState
        title={isDemo ? 'No submissions found' : 'No submissions of this status'}
        action={<Button onClick={onClear}>Show all</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={isDemo ? 'No submissions found' : 'No submissions yet. Start creating clips to see them here!'}
      action={
        <Link to={paths.clipperSubmit()} className={buttonStyle({ variant: 'primary' })}>
          Submit Clip
        </Link>
      }
    />
  );
}
