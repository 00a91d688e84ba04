import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

export interface LetPassDialogProps {
  clipId: string;
  onClose: () => void;
}

/** Accepts the views of a clip whose score asks for a person's decision but holds no views. */
export function LetPassDialog({ clipId, onClose }: LetPassDialogProps) {
  const pass = useAction(adminRoutes.letScorePass, {
    success: () => {
      toast.success('Score let pass');
      onClose();
    },
  });
  return (
    <AskDialog
      title="Let the score pass"
      description="The views are real as far as you can see. Their earnings are released on their day, and only a clearly higher score is looked at again."
      label="Note"
      missing="Enter what the decision rests on."
      confirmText="Let pass"
      busy={pass.isPending && 'Saving...'}
      onConfirm={(note) => pass.mutate({ params: { id: clipId }, body: { note } })}
      onClose={onClose}
    />
  );
}
