import { webhookEndpointRoutes } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { useAction } from '#web/api/action.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

interface RemoveEndpointProps {
  id: string;
  title: string;
  /** Explains what ends when the endpoint is removed. */
  description: string;
  /** Toast after the removal. */
  removed: string;
  onClose: () => void;
}

export function RemoveEndpoint({ id, title, description, removed, onClose }: RemoveEndpointProps) {
  const remove = useAction(webhookEndpointRoutes.removeWebhookEndpoint, {
    success: () => {
      toast.success(removed, undefined, { id: 'webhooks' });
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message, { id: 'webhooks' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={<span className="wrap-anywhere">{description}</span>}
      confirmText="Remove"
      danger
      busy={remove.isPending && 'Removing...'}
      onConfirm={() => remove.mutate({ params: { id } })}
    />
  );
}
