import {
  type WebhookDelivery,
  webhookEndpointRoutes,
} from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { deliveryState } from './endpoint-texts.ts';

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  /** True if the endpoint is off, so that no messages are sent to it. */
  isOff: boolean;
}

/** Shows one message with its outcome. On request it also shows its body and the response. */
export function DeliveryRow({ delivery, isOff }: DeliveryRowProps) {
  const { id, kind, state, createdAt, payload, lastResponse, eventId } = delivery;
  const { word, tone } = deliveryState[state];
  const replay = useAction(webhookEndpointRoutes.replayWebhookDelivery, {
    success: () => toast.success('Sending again', 'Under the same webhook-id.', { id: 'webhooks' }),
    error: (error) => toast.error(error.title, error.message, { id: 'webhooks' }),
  });
  return (
    <li className="py-3 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <b className="mono font-semibold wrap-anywhere">{kind}</b>
          <Badge tone={tone}>{word}</Badge>
        </span>
        <span className="text-muted text-sm">
          <MomentText at={createdAt} />
        </span>
      </div>
      <Result delivery={delivery} />
      <div className="mt-1.5 flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <details className="min-w-0 flex-1 basis-52 text-sm">
          <summary className="cursor-pointer text-muted">Message and answer</summary>
          <Text name="webhook-id" text={eventId} />
          {payload ? <Text name="Message" text={payload} /> : null}
          {lastResponse ? <Text name="Answer" text={lastResponse} /> : null}
        </details>
        <Button
          size="sm"
          aria-label={`Send ${kind} again`}
          disabled={isOff}
          busy={replay.isPending && 'Sending...'}
          onClick={() => replay.mutate({ params: { id } })}
        >
          Send again
        </Button>
      </div>
    </li>
  );
}

const Text = ({ name, text }: { name: string; text: string }) => (
  <>
    <p className="mt-2 font-semibold text-xs">{name}</p>
    <pre className="mono mt-1 whitespace-pre-wrap rounded-control bg-sunken px-2.5 py-2 text-xs wrap-anywhere">
      {text}
    </pre>
  </>
);

/** Describes the outcome of a message: "Answered 500 in 12 ms. 2 attempts, next try …". */
function Result({ delivery }: { delivery: WebhookDelivery }) {
  const { attempts, lastStatus, lastMs, lastError, nextAttemptAt, lastAttemptAt } = delivery;
  return (
    <p className="mt-1 text-muted text-sm">
      {lastStatus === null ? null : `Answered ${lastStatus} in ${lastMs} ms. `}
      {lastError ? `${lastError} ` : null}
      {attempts === 0 ? null : `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}.`}
      {nextAttemptAt ? (
        lastAttemptAt && attempts > 0 ? (
          <>
            {' '}
            Next try: <MomentText at={nextAttemptAt} />
          </>
        ) : (
          ` It is sent ${lastAttemptAt ? 'again ' : ''}within seconds.`
        )
      ) : null}
    </p>
  );
}
