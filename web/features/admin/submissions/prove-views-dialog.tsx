import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd, type Micros } from '#contract/money.ts';
import { ActDialog } from '../act-dialog.tsx';

export interface Provable {
  upTo: number;
  views: number;
  leavesMicros: Micros;
  pendingMicros: Micros;
}

interface ProveViewsDialogProps {
  clipId: string;
  /** The chosen consequence, such as "Release $4.68 to @x". */
  title: string;
  provable: Provable;
  onClose: () => void;
}

/** States that people watched the views of a clip that the score does not doubt. */
export const ProveViewsDialog = ({ clipId, title, provable, onClose }: ProveViewsDialogProps) => (
  <ActDialog
    route={adminRoutes.proveViews}
    title={title}
    description={`People watched them, as far as you can see. ${consequenceOf(provable)} Views that are counted later stay unproven.`}
    label="Note"
    missing="Enter what shows that people watched."
    confirmText="Prove views"
    input={(note) => ({ params: { id: clipId }, body: { upTo: provable.upTo, note } })}
    done={() => ['Views proven']}
    onClose={onClose}
  />
);

export const consequenceOf = ({ leavesMicros, pendingMicros }: Provable): string => {
  const pending =
    pendingMicros > 0n ? `${formatUsd(pendingMicros)} that is pending won’t wait for proof.` : '';
  const leaves =
    leavesMicros > 0n ? `${formatUsd(leavesMicros)} no longer waits.` : 'No money waits for them now.';
  return [leaves, pending].filter(Boolean).join(' ');
};

/** Refuses the picture by which a clipper wants to prove views. */
export const RejectProofDialog = ({ clipId, title, onClose }: Omit<ProveViewsDialogProps, 'provable'>) => (
  <ActDialog
    route={adminRoutes.rejectProof}
    title={title}
    description="The clip’s money keeps waiting for proof, and nothing else changes. If the views look bought, claw them back instead."
    label="Note"
    missing="Enter what the picture does not show: the clipper reads it."
    confirmText="Refuse picture"
    input={(note) => ({ params: { id: clipId }, body: { note } })}
    done={() => ['Picture refused']}
    doneAs="info"
    onClose={onClose}
  />
);
