import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NOTE_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { query } from '#web/api/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { Evidence } from './evidence.tsx';
import type { AdminSubmission } from './submissions.tsx';

type Decision = 'release' | 'uphold';

/** The evidence, then the decision on an open hold, which needs a note. */
export function ReviewDialog({ row, onClose }: { row: AdminSubmission; onClose: () => void }) {
  const { data, error, refetch } = useQuery(query(routes.clipEvidence, { params: { id: row.id } }));
  const [deciding, setDeciding] = useState<Decision | null>(null);
  if (deciding && row.holdId)
    return (
      <DecisionDialog kind={deciding} holdId={row.holdId} onBack={() => setDeciding(null)} onDone={onClose} />
    );
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`@${row.clipper}: ${row.listing}`}
      actions={
        row.holdId ? (
          <>
            <Button variant="danger" onClick={() => setDeciding('uphold')}>
              Uphold hold
            </Button>
            <Button variant="primary" onClick={() => setDeciding('release')}>
              Release hold
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {data ? (
        <Evidence verdict={data.verdict} snapshots={data.snapshots} postedAt={data.postedAt} />
      ) : error ? (
        <ErrorState title="The evidence did not load." onRetry={() => refetch()}>
          {error.message}
        </ErrorState>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  );
}

const words = {
  release: {
    title: 'Release the hold',
    description: 'The views count from now on and may be paid.',
    confirmText: 'Release hold',
    done: 'Hold released',
  },
  uphold: {
    title: 'Uphold the hold',
    description: 'The disputed views are never paid. The clipper is told why and may appeal.',
    confirmText: 'Uphold hold',
    done: 'Hold upheld',
  },
};

interface DecisionDialogProps {
  kind: Decision;
  holdId: string;
  onBack: () => void;
  onDone: () => void;
}

function DecisionDialog({ kind, holdId, onBack, onDone }: DecisionDialogProps) {
  const { done, ...asked } = words[kind];
  const decide = useAction(kind === 'release' ? routes.releaseHold : routes.upholdHold, {
    success: () => {
      toast.success(done);
      onDone();
    },
    error: (error) => toast.error(error.title, error.message),
  });
  return (
    <AskDialog
      {...asked}
      label="Note"
      missing="Enter what the decision rests on."
      hint="It stands in the audit log."
      maxLength={NOTE_MAX}
      danger={kind === 'uphold'}
      busy={decide.isPending && 'Saving...'}
      onConfirm={(note) => decide.mutate({ params: { id: holdId }, body: { note } })}
      onClose={onBack}
    />
  );
}
