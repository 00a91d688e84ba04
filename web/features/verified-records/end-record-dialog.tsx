import { type VerifiedRecord, verifiedRecordRoutes } from '#contract/verified-records.ts';
import { useAction } from '#web/api/action.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Asks before a record is no longer shared, which makes its link and badge invalid. */
export function EndRecordDialog({ record, onClose }: { record: VerifiedRecord; onClose: () => void }) {
  const { id, isExpired } = record;
  const end = useAction(verifiedRecordRoutes.endRecord, {
    success: () => {
      if (isExpired) toast.success('Record removed');
      else toast.success('Sharing ended', 'The shared record is revoked, and its badge shows nothing.');
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message, { id: 'record' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={isExpired ? 'Remove this record?' : 'End sharing?'}
      description={
        isExpired
          ? 'It has already expired. Only this row is removed.'
          : 'Anyone who checks the link sees that it is revoked, and the badge shows nothing. You can’t restore it.'
      }
      confirmText={isExpired ? 'Remove record' : 'End sharing'}
      danger
      busy={end.isPending && (isExpired ? 'Removing...' : 'Ending...')}
      onConfirm={() => end.mutate({ params: { id } })}
    />
  );
}
