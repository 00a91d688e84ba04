import { routes } from '#contract/routes.ts';
import { ActDialog } from '../act-dialog.tsx';
import { useViewRange } from './view-range.tsx';

interface HoldDialogProps {
  fraudHoldId: string;
  /** The chosen consequence, such as "Release $4.68 to @x". */
  title: string;
  onClose: () => void;
}

/** Releases all held views. */
export const ReleaseHoldDialog = ({ fraudHoldId, title, onClose }: HoldDialogProps) => (
  <ActDialog
    route={routes.releaseFraudHold}
    title={title}
    description="The views count from now on and may be paid."
    confirmText="Release hold"
    label="Note"
    missing="Enter the reason for your decision."
    input={(note) => ({ params: { id: fraudHoldId }, body: { note } })}
    done={() => ['Hold released']}
    onClose={onClose}
  />
);

/** Upholds all held views or a part of them. */
export function UpholdHoldDialog({ fraudHoldId, title, onClose }: HoldDialogProps) {
  const { fields, read } = useViewRange('Leave both empty for all held views');
  return (
    <ActDialog
      route={routes.upholdFraudHold}
      title={title}
      description="The contested views, or the part of them that you name, are never paid; the rest is released. The clipper is told why and may appeal."
      confirmText="Reject views"
      label="Note"
      missing="Enter the reason for your decision."
      hint="The clipper reads it; it is recorded in the audit log."
      danger
      input={(note) => {
        const range = read();
        return range === undefined ? undefined : { params: { id: fraudHoldId }, body: { note, range } };
      }}
      done={() => ['Views rejected']}
      onClose={onClose}
    >
      {fields}
    </ActDialog>
  );
}
