import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminAppeal } from '#contract/appeals.ts';
import { fullMoment } from '#contract/dates.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { ClipEvidence } from '../submissions/clip-evidence.tsx';
import { ClipLinks, linkStyle } from '../submissions/clip-links.tsx';
import { ClipMessages } from '../submissions/clip-messages.tsx';

type Decision = 'overturn' | 'dismiss';

/** An appeal with the decision it is about, the clipper's reasons, the counts and the messages. */
export function AppealDialog({ appeal, onClose }: { appeal: AdminAppeal; onClose: () => void }) {
  const [deciding, setDeciding] = useState<Decision | null>(null);
  if (deciding) {
    return (
      <DecisionDialog kind={deciding} appeal={appeal} onBack={() => setDeciding(null)} onDone={onClose} />
    );
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`@${appeal.clipper}: ${appeal.listing}`}
      description={`Filed ${fullMoment(appeal.openedAt)}, to be decided by ${fullMoment(appeal.decideBy)}.`}
      actions={
        appeal.decidedAt ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button variant="danger" onClick={() => setDeciding('dismiss')}>
              Dismiss appeal
            </Button>
            <Button variant="primary" onClick={() => setDeciding('overturn')}>
              {words[appeal.of].overturn.confirmText}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Sides appeal={appeal} />
        <ClipEvidence chart clipId={appeal.submissionId} />
        <ClipMessages clipId={appeal.submissionId} />
      </div>
    </Dialog>
  );
}

/** What was decided and what the clipper says, side by side where there is room. */
function Sides({ appeal }: { appeal: AdminAppeal }) {
  return (
    <>
      {appeal.decidedAt ? (
        <Note
          tone={appeal.state === 'overturned' ? 'ok' : 'info'}
          title={`${appeal.state === 'overturned' ? 'Overturned' : 'Dismissed'} ${appeal.decidedBy ? `by ${appeal.decidedBy}` : 'automatically'}, ${fullMoment(appeal.decidedAt)}.`}
        >
          {appeal.note}
        </Note>
      ) : null}
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <section className="rounded-control border border-line p-3">
          <h3 className="label pb-1">
            {appeal.of === 'hold' ? 'Why it is held' : `Rejected by @${appeal.host}`}
          </h3>
          <p className="wrap-anywhere">{appeal.against || 'No reason was noted.'}</p>
        </section>
        <section className="rounded-control border border-line p-3">
          <h3 className="label pb-1">What the clipper says</h3>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {appeal.text}
          </p>
        </section>
      </div>
      <p dir="auto" className="wrap-anywhere">
        {appeal.caption || 'No caption.'}
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <ClipLinks clip={appeal} />
        <Link to={paths.clip(appeal.submissionId)} className={linkStyle}>
          Receipt
        </Link>
        <span className="text-muted">{formatUsd(appeal.reservedMicros)} reserved</span>
      </p>
    </>
  );
}

const words = {
  rejection: {
    overturn: {
      title: 'Approve the clip after all',
      description:
        'It is approved from now on, with a full tracking window, and counts as overturned on its host’s card.',
      confirmText: 'Approve clip',
      done: 'Clip approved',
    },
    dismiss: {
      title: 'Dismiss the appeal',
      description: 'The rejection stands. What was reserved goes back to the listing.',
      confirmText: 'Dismiss appeal',
      done: 'Appeal dismissed',
    },
  },
  hold: {
    overturn: {
      title: 'Release the held views',
      description: 'The views count from now on and may be paid.',
      confirmText: 'Release views',
      done: 'Views released',
    },
    dismiss: {
      title: 'Dismiss the appeal',
      description: 'The held views are never paid. What was reserved goes back to the listing.',
      confirmText: 'Dismiss appeal',
      done: 'Appeal dismissed',
    },
  },
};

interface DecisionDialogProps {
  kind: Decision;
  appeal: AdminAppeal;
  onBack: () => void;
  onDone: () => void;
}

function DecisionDialog({ kind, appeal, onBack, onDone }: DecisionDialogProps) {
  const { done, ...asked } = words[appeal.of][kind];
  const decide = useAction(kind === 'overturn' ? routes.overturnAppeal : routes.dismissAppeal, {
    success: () => {
      toast.success(done);
      onDone();
    },
  });
  return (
    <AskDialog
      {...asked}
      label="Note"
      missing="Enter what the decision rests on."
      hint="The clipper and the host read it; it is recorded in the audit log."
      danger={kind === 'dismiss'}
      busy={decide.isPending && 'Saving...'}
      onConfirm={(note) => decide.mutate({ params: { id: appeal.id }, body: { note } })}
      onClose={onBack}
    />
  );
}
