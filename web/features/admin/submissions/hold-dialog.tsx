import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { useViewRange } from './view-range.tsx';

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

export interface HoldDialogProps {
  kind: 'release' | 'uphold';
  fraudHoldId: string;
  onBack: () => void;
  onDone: () => void;
}

/** Asks how to decide held views. All of them are decided or, if they are upheld, a part. */
export function HoldDialog({ kind, fraudHoldId, onBack, onDone }: HoldDialogProps) {
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
