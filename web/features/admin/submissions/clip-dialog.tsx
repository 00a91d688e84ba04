import { type ReactNode, useState } from 'react';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { MomentText } from '#web/ui/moment-text.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { AdminSubmission } from './admin-submission.ts';
import { ClipEvidence } from './clip-evidence.tsx';
import { ClipLinks } from './clip-links.tsx';
import { ClipMessages } from './clip-messages.tsx';
import { FraudDialog } from './fraud-dialog.tsx';
import { ApproveClipDialog, RejectClipDialog } from './reject-clip-dialog.tsx';
import { useViewRange } from './view-range.tsx';

type HoldDecision = 'release' | 'uphold';
type Decision = HoldDecision | 'approve' | 'reject' | 'fraud';

interface ClipDialogProps {
  row: AdminSubmission;
  attestation: ReactNode;
  onClose: () => void;
}

/** A clip with its evidence, and the decision on an escalated clip or on its open hold. */
export function ClipDialog({ row, attestation, onClose }: ClipDialogProps) {
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const way = { onBack: () => setDeciding(null), onDone: onClose };
  if (deciding === 'approve') return <ApproveClipDialog clipId={row.id} {...way} />;
  if (deciding === 'reject') return <RejectClipDialog clipId={row.id} {...way} />;
  if (deciding === 'fraud') return <FraudDialog clipId={row.id} views={row.views} {...way} />;
  if (deciding && row.fraudHoldId)
    return <DecisionDialog kind={deciding} fraudHoldId={row.fraudHoldId} {...way} />;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`@${row.clipper}: ${row.listing}`}
      actions={<Actions row={row} onDecide={setDeciding} onClose={onClose} />}
    >
      <ClipFacts row={row} />
      <ClipEvidence clipId={row.id} />
      {attestation}
      <ClipMessages clipId={row.id} />
    </Dialog>
  );
}

interface ActionsProps {
  row: AdminSubmission;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
}

function Actions({ row, onDecide, onClose }: ActionsProps) {
  const fraud =
    row.status === 'approved' ? (
      <Button variant="danger" onClick={() => onDecide('fraud')}>
        Take views back
      </Button>
    ) : null;
  if (!row.fraudHoldId && !row.waitsUntil) {
    return (
      <>
        {fraud}
        <Button onClick={onClose}>Close</Button>
      </>
    );
  }
  return (
    <>
      {fraud}
      {row.fraudHoldId ? (
        <>
          <Button variant="danger" onClick={() => onDecide('uphold')}>
            Uphold hold
          </Button>
          <Button variant={row.waitsUntil ? 'secondary' : 'primary'} onClick={() => onDecide('release')}>
            Release hold
          </Button>
        </>
      ) : null}
      {row.waitsUntil ? (
        <>
          <Button variant="danger" onClick={() => onDecide('reject')}>
            Reject clip
          </Button>
          <Button variant="primary" onClick={() => onDecide('approve')}>
            Approve clip
          </Button>
        </>
      ) : null}
    </>
  );
}

/** Links to the clip, its caption, the listing's instructions, and the reviewer's deadline. */
function ClipFacts({ row }: { row: AdminSubmission }) {
  return (
    <div className="mb-5 flex flex-col gap-3">
      {row.waitsUntil ? (
        <Note tone="warning" title="The host did not decide in time">
          Your decision is due by <MomentText at={row.waitsUntil} />. Does the clip fit its listing?
        </Note>
      ) : null}
      {row.identity ? (
        <Note tone="warning" title="The same person on both sides?">
          {row.identity} Nothing of this clip is paid before you decide. Released, what was found holds no
          other clip of the two; upheld, the clip is counted no further.
        </Note>
      ) : null}
      <p className="break-words">{row.caption || 'No caption.'}</p>
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <ClipLinks clip={row} />
      </p>
    </div>
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
    description:
      'The contested views, or the part of them that you name, are never paid; the rest is released. The clipper is told why and may appeal.',
    confirmText: 'Uphold hold',
    done: 'Hold upheld',
  },
};

interface DecisionDialogProps {
  kind: HoldDecision;
  fraudHoldId: string;
  onBack: () => void;
  onDone: () => void;
}

function DecisionDialog({ kind, fraudHoldId, onBack, onDone }: DecisionDialogProps) {
  const { done, ...asked } = words[kind];
  const { fields, read } = useViewRange('Both empty: all that is held');
  const on = {
    success: () => {
      toast.success(done);
      onDone();
    },
  };
  const release = useAction(routes.releaseFraudHold, on);
  const uphold = useAction(routes.upholdFraudHold, on);
  const confirm = (note: string) => {
    const params = { id: fraudHoldId };
    if (kind === 'release') return release.mutate({ params, body: { note } });
    const range = read();
    if (range !== undefined) uphold.mutate({ params, body: { note, range } });
  };
  return (
    <AskDialog
      {...asked}
      label="Note"
      missing="Enter what the decision rests on."
      hint={
        kind === 'uphold'
          ? 'The clipper reads it; it is recorded in the audit log.'
          : 'It is recorded in the audit log.'
      }
      danger={kind === 'uphold'}
      busy={(release.isPending || uphold.isPending) && 'Saving...'}
      onConfirm={confirm}
      onClose={onBack}
    >
      {kind === 'uphold' ? fields : null}
    </AskDialog>
  );
}
