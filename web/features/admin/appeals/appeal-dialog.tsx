import type { ClipAppeal } from '#contract/appeals.ts';
import { routes } from '#contract/routes.ts';
import { ActDialog } from '../act-dialog.tsx';

export const appealChoices = {
  rejection: {
    overturn: {
      title: 'Approve the clip after all',
      description:
        'It is approved from now on, with a full tracking window, and counts as overturned on its host’s card.',
      confirmText: 'Approve clip',
      done: 'Clip approved',
    },
    dismiss: {
      title: 'Deny the appeal',
      description: 'The rejection stands. What was reserved goes back to the listing.',
      confirmText: 'Deny appeal',
      done: 'Appeal denied',
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
      title: 'Deny the appeal',
      description: 'The held views are never paid. What was reserved goes back to the listing.',
      confirmText: 'Deny appeal',
      done: 'Appeal denied',
    },
  },
};

interface AppealDialogProps {
  kind: 'overturn' | 'dismiss';
  appeal: Pick<ClipAppeal, 'id' | 'of'>;
  onClose: () => void;
}

/** Asks for the note with which an admin decides an appeal. */
export function AppealDialog({ kind, appeal, onClose }: AppealDialogProps) {
  const { done, ...asked } = appealChoices[appeal.of][kind];
  return (
    <ActDialog
      {...asked}
      route={kind === 'overturn' ? routes.overturnAppeal : routes.dismissAppeal}
      label="Note"
      missing="Enter the reason for your decision."
      hint="The clipper and the host read it; it is recorded in the audit log."
      danger={kind === 'dismiss'}
      input={(note) => ({ params: { id: appeal.id }, body: { note } })}
      done={() => [done]}
      onClose={onClose}
    />
  );
}
