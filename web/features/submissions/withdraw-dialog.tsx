import type { Clip } from '#contract/clips/clips.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Asks before a pending submission is withdrawn. */
export function WithdrawDialog({ clip, onClose }: { clip: Clip | null; onClose: () => void }) {
  const withdraw = useAction(routes.withdrawSubmission, {
    success: () => {
      toast.success('Submission withdrawn', 'The post is free to be submitted again.');
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={clip !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Withdraw this submission?"
      description={`The host of “${clip?.listingTitle ?? ''}” no longer decides on it, and the post becomes free again. The submission stays in your list as withdrawn and does not count in your success rate.`}
      confirmText="Withdraw submission"
      cancelText="Keep it"
      danger
      busy={withdraw.isPending && 'Withdrawing...'}
      onConfirm={() => clip && withdraw.mutate({ params: { id: clip.submissionId } })}
    />
  );
}
