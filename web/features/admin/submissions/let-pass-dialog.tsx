import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { ActDialog } from '../act-dialog.tsx';

export interface LetPassDialogProps {
  clipId: string;
  /** The chosen consequence, such as "Release $4.68 to @x". */
  title: string;
  onClose: () => void;
}

/** Accepts the views of a clip whose score asks for a person's decision but holds no views. */
export const LetPassDialog = ({ clipId, title, onClose }: LetPassDialogProps) => (
  <ActDialog
    route={adminRoutes.letScorePass}
    title={title}
    description="The views are real as far as you can see. Their earnings are released on their day, and only a clearly higher score is looked at again."
    label="Note"
    missing="Enter the reason for your decision."
    confirmText="Let pass"
    input={(note) => ({ params: { id: clipId }, body: { note } })}
    done={() => ['Score let pass']}
    onClose={onClose}
  />
);
