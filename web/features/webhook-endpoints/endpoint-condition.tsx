import type { WebhookEndpoint } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import type { OffText } from './endpoint-texts.ts';

interface EndpointConditionProps {
  endpoint: Pick<
    WebhookEndpoint,
    'kinds' | 'state' | 'disabledReason' | 'consecutiveFailures' | 'pausedUntil'
  >;
  offText: OffText;
}

/** Shows whether messages are sent to the endpoint, or since when they fail or are no longer sent. */
export function EndpointCondition({ endpoint, offText }: EndpointConditionProps) {
  const { kinds, state, disabledReason, consecutiveFailures, pausedUntil } = endpoint;
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
    </>
  );
}
