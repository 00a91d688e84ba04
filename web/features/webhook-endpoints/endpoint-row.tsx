import { Ellipsis } from 'lucide-react';
import { type WebhookEndpoint, webhookEndpointRoutes } from '#contract/webhook-endpoints.ts';
import { useAction } from '#web/api/action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MomentText } from '#web/ui/moment-text.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { FreshSecret } from './endpoint-secret.tsx';
import { offText } from './endpoint-texts.ts';

interface EndpointRowProps {
  endpoint: WebhookEndpoint;
  onEdit: () => void;
  onLog: () => void;
  onRemove: () => void;
  onSecret: (secret: FreshSecret) => void;
}

/** One endpoint: where it is, how it does, and what can be done with it. */
export function EndpointRow({ endpoint, onEdit, onLog, onRemove, onSecret }: EndpointRowProps) {
  const { url, state } = endpoint;
  const actions = useEndpointActions(endpoint, { onLog, onSecret });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <b className="block font-semibold wrap-anywhere">{url}</b>
        <Condition endpoint={endpoint} />
      </div>
      <span className="flex gap-1.5">
        <Button size="sm" aria-label={`Log of ${url}`} onClick={onLog}>
          Log
        </Button>
        <Menu
          trigger={
            <Button size="sm" square variant="quiet" aria-label={`More for ${url}`}>
              <Ellipsis aria-hidden />
            </Button>
          }
          items={[
            { label: 'Send test', onPress: actions.test, disabled: state === 'disabled' },
            { label: 'Edit', onPress: onEdit },
            { label: 'New secret', onPress: actions.rotate },
            state === 'enabled'
              ? { label: 'Turn off', onPress: actions.disable }
              : { label: 'Turn on', onPress: actions.enable },
            { label: 'Remove', danger: true, onPress: onRemove },
          ]}
        />
      </span>
    </li>
  );
}

function useEndpointActions(
  { id, url }: WebhookEndpoint,
  { onLog, onSecret }: Pick<EndpointRowProps, 'onLog' | 'onSecret'>,
) {
  const test = useAction(webhookEndpointRoutes.testWebhookEndpoint, {
    success: () => {
      toast.success('Test sent', 'The log shows what your server answers.', { id: 'webhooks' });
      onLog();
    },
  });
  const rotate = useAction(webhookEndpointRoutes.rotateWebhookSecret, {
    success: ({ secret }) => onSecret({ secret, url, isNew: false }),
  });
  const disable = useAction(webhookEndpointRoutes.disableWebhookEndpoint, {
    success: () => toast.success('Turned off', 'Nothing is sent any more.', { id: 'webhooks' }),
  });
  const enable = useAction(webhookEndpointRoutes.enableWebhookEndpoint, {
    success: () => toast.success('Turned on', 'What waited is sent first.', { id: 'webhooks' }),
  });
  const params = { id };
  return {
    test: () => test.mutate({ params }),
    rotate: () => rotate.mutate({ params }),
    disable: () => disable.mutate({ params }),
    enable: () => enable.mutate({ params }),
  };
}

function Condition({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { kinds, state, disabledReason, consecutiveFailures, pausedUntil, previousSecretUntil } = endpoint;
  const isFailing = state === 'enabled' && consecutiveFailures > 0;
  return (
    <>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
        {state === 'disabled' ? (
          <Badge tone={disabledReason === 'owner' ? 'grey' : 'red'}>Off</Badge>
        ) : isFailing ? (
          <Badge tone="yellow">Failing</Badge>
        ) : (
          <Badge tone="green">On</Badge>
        )}
        {kinds.length} {kinds.length === 1 ? 'event' : 'events'}
      </p>
      {disabledReason ? <p className="mt-1 text-muted text-sm">{offText[disabledReason]}</p> : null}
      {isFailing ? (
        <p className="mt-1 text-muted text-sm">
          {consecutiveFailures === 1
            ? 'The last attempt failed.'
            : `The last ${consecutiveFailures} attempts failed; after 20 it is turned off.`}
          {pausedUntil ? (
            <>
              {' '}
              Next try: <MomentText at={pausedUntil} />
            </>
          ) : null}
        </p>
      ) : null}
      {previousSecretUntil ? (
        <p className="mt-1 text-muted text-sm">
          The previous secret signs as well until <MomentText at={previousSecretUntil} />
        </p>
      ) : null}
    </>
  );
}
