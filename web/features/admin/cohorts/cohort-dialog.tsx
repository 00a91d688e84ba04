import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { clipsText } from './cohort-labels.ts';

const words = {
  hold: {
    title: (clips: number) => `Hold ${clipsText(clips)}`,
    description:
      'Their views that were not released are kept back until you decide. Each clipper is told that a reviewer looks at it.',
    confirmText: 'Hold',
    missing: 'Enter why they are held.',
    hint: 'It is recorded in the audit log.',
    done: (clips: number) => `${clipsText(clips)} on hold`,
  },
  uphold: {
    title: (clips: number) => `Do not pay ${clipsText(clips)}`,
    description:
      'What these clips earned and that was not released goes back to their listings, and they are counted no further. What was released stays paid. Each clipper is told why, and may appeal for each clip. What joins these people joins them no more.',
    confirmText: 'Do not pay',
    missing: 'Enter what the decision rests on.',
    hint: 'The clippers read it; it is recorded in the audit log.',
    done: (clips: number) => `${clipsText(clips)} not paid`,
  },
  clear: {
    title: () => 'Clear these people',
    description:
      'They do not belong together. What was held for that alone is released, and the same links join them no more. Holds for the score stay.',
    confirmText: 'Clear',
    missing: 'Enter why they do not belong together.',
    hint: 'It is recorded in the audit log.',
    done: (clips: number) => (clips > 0 ? `Cleared, ${clipsText(clips)} released` : 'Cleared'),
  },
} as const;
export type CohortAct = keyof typeof words;

interface Props {
  act: CohortAct;
  cohortId: string;
  /** The clips to decide; empty when the cohort is cleared. */
  clipIds: string[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks for one note, and applies one decision to all chosen clips of a cohort. */
export function CohortDialog({ act, cohortId, clipIds, onDone, onClose }: Props) {
  const { title, done, ...asked } = words[act];
  const on = {
    success: ({ clips }: { clips: number }) => {
      toast.success(done(clips));
      onDone();
    },
  };
  const hold = useAction(adminRoutes.holdCohort, on);
  const uphold = useAction(adminRoutes.upholdCohort, on);
  const clear = useAction(adminRoutes.clearCohort, on);
  const confirm = (note: string) => {
    const params = { id: cohortId };
    if (act === 'clear') clear.mutate({ params, body: { note } });
    else (act === 'hold' ? hold : uphold).mutate({ params, body: { clipIds, note } });
  };
  const busy = hold.isPending || uphold.isPending || clear.isPending;
  return (
    <AskDialog
      {...asked}
      title={title(clipIds.length)}
      label="Note"
      danger={act === 'uphold'}
      busy={busy && 'Saving...'}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
