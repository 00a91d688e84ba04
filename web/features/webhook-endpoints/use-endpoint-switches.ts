import { webhookEndpointRoutes } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/**
 * Returns functions that send a test and show the log, and that turn the endpoint on or off. `answers` names
 * the server that answers the test.
 */
export function useEndpointSwitches(id: string, { answers, onLog }: { answers: string; onLog: () => void }) {
  const test = useAction(webhookEndpointRoutes.testWebhookEndpoint, {
    success: () => {
      toast.success('Test sent', `The log shows what ${answers} answers.`, { id: 'webhooks' });
      onLog();
    },
  });
  const disable = useAction(webhookEndpointRoutes.disableWebhookEndpoint, {
    success: () => toast.success('Turned off', 'We stopped sending to it.', { id: 'webhooks' }),
  });
  const enable = useAction(webhookEndpointRoutes.enableWebhookEndpoint, {
    success: () => toast.success('Turned on', 'Waiting messages are sent first.', { id: 'webhooks' }),
  });
  const params = { id };
  return {
    test: () => test.mutate({ params }),
    disable: () => disable.mutate({ params }),
    enable: () => enable.mutate({ params }),
  };
}
