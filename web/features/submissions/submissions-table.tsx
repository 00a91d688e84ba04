import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TablePanel } from '#web/ui/query-table.tsx';
import { useList } from '#web/ui/use-list.ts';
import { statusFilter } from './status-filter.ts';
import { submissionColumns } from './submission-columns.tsx';

export function SubmissionsTable({ isDemo }: { isDemo: boolean }) {
  const list = useList(routes.clipperSubmissions, {
    search: 'Search by title, link or host',
    filters: [statusFilter],
    usual: '-date',
  });
  const { query } = list;
  const found = usePages(routes.clipperSubmissions, { query }, { placeholderData: (before) => before });
  return (
    <TablePanel
      title="Submissions"
      of={found}
      list={list}
      what="submissions"
      failed="Your submissions did not load."
      csv={address(routes.clipperSubmissionsCsv, { query })}
      caption="Your submissions"
      rowKey={(row) => row.id}
      columns={submissionColumns}
      empty={<Nothing isDemo={isDemo} />}
    />
  );
}

function Nothing({ isDemo }: { isDemo: boolean }) {
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
