import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { rejectReasons } from '#contract/submissions/reject-reasons.ts';
import type { ClipperSubmissionRow } from '#contract/submissions/submissions.ts';
import { paths } from '#web/routes/paths.ts';
import { Note } from '#web/ui/pages/note.tsx';

/** Says how the clipper fixes a post that was rejected for a fixable reason. */
export function FixNote({
  row,
  action,
}: {
  row: Pick<ClipperSubmissionRow, 'listingId' | 'rejectReason'>;
  action: ReactNode;
}) {
  return (
    <Note tone="info" title="You can fix this and resubmit it once." action={action}>
      <ol className="mt-1.5 list-decimal pl-4.5 [&>li]:py-0.5">
        {row.rejectReason ? <li>{rejectReasons[row.rejectReason].fix}</li> : null}
        <li>
          Add every hashtag and mention that{' '}
          <Link to={paths.listing(row.listingId)} className="link">
            the listing
          </Link>{' '}
          asks for.
        </li>
        <li>Resubmit the same link. It does not count again against your clips for this listing.</li>
      </ol>
    </Note>
  );
}
