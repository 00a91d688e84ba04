import { type ApiKeyRow, apiKeyRoutes } from '#contract/api-keys/api-keys.ts';
import { useAction } from '#web/api/action.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

export function RevokeDialog({ row, onClose }: { row: ApiKeyRow; onClose: () => void }) {
  const revoke = useAction(apiKeyRoutes.revokeApiKey, {
    success: () => {
      toast.success('Key revoked', `${row.name} no longer works.`, { id: 'api-keys' });
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message, { id: 'api-keys' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Revoke ${row.name}?`}
      description="Programs that use this key stop working now. You can’t restore it."
      confirmText="Revoke key"
      danger
      busy={revoke.isPending && 'Revoking...'}
      onConfirm={() => revoke.mutate({ params: { id: row.id } })}
    />
  );
}
