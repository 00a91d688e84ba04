import { useState } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { useHeldRows } from '#web/ui/lists/held-rows.ts';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { useList } from '#web/ui/lists/use-list.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { statusFilter } from '../status-filter.ts';
import { reasonOffered } from './reason-offered.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { submissionColumns } from './submission-columns.tsx';
import type { Deciding } from './use-decide.ts';

/** A table of all clips ever submitted to the host, filtered by status. */
export function AllSubmissions({
  listingId,
  deciding,
}: {
  listingId: string | undefined;
  deciding: Deciding;
}) {
  const [rejecting, setRejecting] = useState<HostSubmissionRow | null>(null);
  const list = useList(routes.hostSubmissions, {
    search: 'Search by clipper, title or link',
    filters: [statusFilter],
    usual: '-date',
  });
  const filter = { ...list.query, ...(listingId ? { listingId } : {}) };
  const clips = usePages(routes.hostSubmissions, { query: filter }, { placeholderData: (before) => before });
  const held = useHeldRows(clips, JSON.stringify(filter));
  return (
    <TablePanel
      title="All submissions"
      of={clips}
      held={held}
      what="submissions"
      csv={address(routes.hostSubmissionsCsv, { query: filter })}
      list={list}
      caption="All submissions"
      columns={submissionColumns({
        onApprove: (clip) => void deciding.decide([clip], { kind: 'approve' }),
        onReject: setRejecting,
        onUndo: (clip) => void deciding.undo([clip]),
        busy: deciding.leaving,
      })}
      rowKey={(row) => row.id}
      empty={
        <EmptyState
          title="No submissions yet"
          action={
            <Link to={paths.hostListings()} className={buttonStyle({ size: 'sm' })}>
              Go to your listings
            </Link>
          }
        >
          Clippers submit their clips to your listings. Each one shows here with what becomes of it.
        </EmptyState>
      }
    >
      <RejectDialog
        clips={rejecting ? [rejecting] : []}
        reason={rejecting && reasonOffered([rejecting])}
        onClose={() => setRejecting(null)}
        onReject={(reason, note) =>
          rejecting && void deciding.decide([rejecting], { kind: 'reject', reason, note })
        }
      />
    </TablePanel>
  );
}
