import { type WebhookEndpoint, webhookEndpointRoutes } from '#contract/webhook-endpoints.ts';
import { useAction } from '#web/api/action.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

export function RemoveEndpoint({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const remove = useAction(webhookEndpointRoutes.removeWebhookEndpoint, {
    success: () => {
      toast.success('Endpoint removed', undefined, { id: 'webhooks' });
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
      title="Remove this endpoint?"
      description={
        <span className="wrap-anywhere">
          Nothing is sent to {endpoint.url} any more, and its log and secret are deleted.
        </span>
      }
      confirmText="Remove"
      danger
      busy={remove.isPending && 'Removing...'}
      onConfirm={() => remove.mutate({ params: { id: endpoint.id } })}
    />
  );
}
