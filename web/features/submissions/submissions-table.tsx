import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TablePanel } from '#web/ui/query-table.tsx';
import { StatusFilter, useStatusFilter } from './status-filter.tsx';
import { submissionColumns } from './submission-columns.tsx';

export function SubmissionsTable({ isDemo }: { isDemo: boolean }) {
  const { status, clear } = useStatusFilter();
  const query = status ? { status } : {};
  const list = usePages(routes.clipperSubmissions, { query });
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
      columns={submissionColumns}
      empty={<Nothing isDemo={isDemo} filtered={status !== undefined} onClear={clear} />}
    />
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
