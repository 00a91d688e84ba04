import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TablePanel } from '#web/ui/query-table.tsx';
import { StatusFilter, useStatusFilter } from '../status-filter.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { submissionColumns } from './submission-columns.tsx';
import type { Deciding } from './use-decide.ts';

/** Every clip that was ever submitted to the host, by status. */
export function AllSubmissions({
  listingId,
  deciding,
}: {
  listingId: string | undefined;
  deciding: Deciding;
}) {
  const [rejecting, setRejecting] = useState<HostSubmissionRow | null>(null);
  const { status, clear } = useStatusFilter();
  const filter = { ...(status ? { status } : {}), ...(listingId ? { listingId } : {}) };
  const clips = usePages(routes.hostSubmissions, { query: filter }, { placeholderData: (before) => before });
  return (
    <TablePanel
      title="All submissions"
      of={clips}
      what="submissions"
      csv={address(routes.hostSubmissionsCsv, { query: filter })}
      action={<StatusFilter />}
      caption="All submissions"
      columns={submissionColumns({
        onApprove: (clip) => void deciding.decide([clip], { kind: 'approve' }),
        onReject: setRejecting,
        onUndo: (clip) => void deciding.undo([clip]),
        busy: deciding.leaving,
      })}
      rowKey={(row) => row.id}
      empty={<Nothing filtered={status !== undefined} onClear={clear} />}
    >
      <RejectDialog
        clips={rejecting ? [rejecting] : []}
        onClose={() => setRejecting(null)}
        onReject={(reason, note) =>
          rejecting && void deciding.decide([rejecting], { kind: 'reject', reason, note })
        }
      />
    </TablePanel>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState title="No submissions found" action={<Button onClick={onClear}>Show all</Button>}>
      No clip has this status right now.
    </EmptyState>
  ) : (
    <EmptyState title="No submissions yet">
      Clippers submit their clips to your listings. Each one shows here with what becomes of it.
    </EmptyState>
  );
}
