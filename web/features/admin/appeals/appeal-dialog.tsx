import type { ClipAppeal } from '#contract/appeals.ts';
import { routes } from '#contract/routes.ts';
import { ActDialog } from '../act-dialog.tsx';

const appealChoices = {
  rejection: {
    overturn: {
      description:
        'It is approved from now on, with a full tracking window, and counts as overturned on its host’s card.',
      confirmText: 'Approve clip',
      done: 'Clip approved',
    },
    dismiss: {
      description: 'The clip stays rejected. The reserved money goes back to the listing.',
      confirmText: 'Deny appeal',
      done: 'Appeal denied',
    },
  },
  hold: {
    overturn: {
      description: 'The views count from now on and may be paid.',
      confirmText: 'Release views',
      done: 'Views released',
    },
    dismiss: {
      description: 'The held views are never paid. The reserved money goes back to the listing.',
      confirmText: 'Deny appeal',
      done: 'Appeal denied',
    },
  },
};

interface AppealDialogProps {
  /** The chosen consequence, such as "Release $4.68 to @x". */
  title: string;
  kind: 'overturn' | 'dismiss';
  appeal: Pick<ClipAppeal, 'id' | 'of'>;
  onClose: () => void;
}

/** Asks for the note with which an admin decides an appeal. */
export function AppealDialog({ kind, appeal, title, onClose }: AppealDialogProps) {
  const { done, ...asked } = appealChoices[appeal.of][kind];
  return (
    <ActDialog
      {...asked}
      title={title}
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
