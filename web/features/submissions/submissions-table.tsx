import { Scissors } from 'lucide-react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { statusFilter } from './status-filter.ts';
import { submissionColumns } from './submission-columns.tsx';

export function SubmissionsTable({ isDemo }: { isDemo: boolean }) {
  const listed = useListed(routes.clipperSubmissions, routes.clipperSubmissionsCsv, {
    search: 'Search by title, link or host',
    filters: [statusFilter],
    usual: '-date',
  });
  return (
    <TablePanel
      title="Submissions"
      {...listed}
      what="submissions"
      failed="Your submissions did not load."
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
        <span className="flex flex-wrap gap-2">
          <Link to={paths.clipperCuts()} className={buttonStyle({ variant: 'primary' })}>
            <Scissors aria-hidden />
            Cut a clip
          </Link>
          <Link to={paths.clipperSubmit()} className={buttonStyle()}>
            Submit Clip
          </Link>
        </span>
      }
    >
      Cut one from a host’s video in the Clip Studio, post it, then paste its link.
    </EmptyState>
  );
}
