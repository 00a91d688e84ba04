import {
  type WebhookEndpoint,
  webhookEndpointRoutes,
} from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { useAction } from '#web/api/action.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { EndpointCondition } from './endpoint-condition.tsx';
import { EndpointMenu } from './endpoint-menu.tsx';
import type { FreshSecret } from './endpoint-secret.tsx';
import { offText } from './endpoint-texts.ts';

interface EndpointRowProps {
  endpoint: WebhookEndpoint;
  onEdit: () => void;
  onLog: () => void;
  onRemove: () => void;
  onSecret: (secret: FreshSecret) => void;
}

/** Shows one endpoint with its address, its state and its actions. */
export function EndpointRow({ endpoint, onEdit, onLog, onRemove, onSecret }: EndpointRowProps) {
  const { id, url, previousSecretUntil } = endpoint;
  const rotate = useAction(webhookEndpointRoutes.rotateWebhookSecret, {
    success: ({ secret }) => onSecret({ secret, url, isNew: false }),
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <b className="block font-semibold wrap-anywhere">{url}</b>
        <EndpointCondition endpoint={endpoint} offText={offText} />
        {previousSecretUntil ? (
          <p className="mt-1 text-muted text-sm">
            Messages are also signed with the previous secret until <MomentText at={previousSecretUntil} />
          </p>
        ) : null}
      </div>
      <EndpointMenu
        endpoint={endpoint}
        name={url}
        answers="your server"
        onEdit={onEdit}
        onLog={onLog}
        onRemove={onRemove}
        more={[{ label: 'New secret', onPress: () => rotate.mutate({ params: { id } }) }]}
      />
    </li>
  );
}
