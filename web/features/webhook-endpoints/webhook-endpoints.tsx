import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import {
  type WebhookEndpoint,
  webhookEndpointRoutes,
} from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointRow } from './endpoint-row.tsx';
import { EndpointSecret, type FreshSecret } from './endpoint-secret.tsx';
import { RemoveEndpoint } from './remove-endpoint.tsx';

/** The dialog that is open, of which there is only one at a time. */
type Shown =
  | { what: 'form'; endpoint: WebhookEndpoint | null }
  | { what: 'log' | 'remove'; endpoint: WebhookEndpoint }
  | { what: 'secret'; secret: FreshSecret };

/**
 * Lists the person's webhook endpoints, with buttons to add, change, test and remove them, and to read the
 * log.
 */
export function WebhookEndpoints({ whose }: { whose: MemberRole }) {
  const endpoints = useRead(webhookEndpointRoutes.listWebhookEndpoints, {});
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const showSecret = (secret: FreshSecret) => setShown({ what: 'secret', secret });
  return (
    <Panel
      title="Webhooks"
      action={
        <Button size="sm" onClick={() => setShown({ what: 'form', endpoint: null })}>
          <Plus aria-hidden />
          Add endpoint
        </Button>
      }
    >
      <p className="mb-4 text-muted">
        Have events sent to a server of yours as they happen, signed according to Standard Webhooks.{' '}
        <Link to={`${paths.docsApi()}#webhooks`} className="link">
          How webhooks work
        </Link>
      </p>
      <QueryList
        of={endpoints}
        what="endpoints"
        failed="Your webhook endpoints did not load."
        loading={
          <Loading>
            <Skeleton className="h-9" />
          </Loading>
        }
        empty={<p className="text-muted">You have no endpoint yet.</p>}
      >
        {(rows) => (
          <ul aria-label="Webhook endpoints" className="-my-3 divide-y divide-line">
            {rows.map((row) => (
              <EndpointRow
                key={row.id}
                endpoint={row}
                onEdit={() => setShown({ what: 'form', endpoint: row })}
                onLog={() => setShown({ what: 'log', endpoint: row })}
                onRemove={() => setShown({ what: 'remove', endpoint: row })}
                onSecret={showSecret}
              />
            ))}
          </ul>
        )}
      </QueryList>
      {shown?.what === 'form' ? (
        <EndpointForm whose={whose} endpoint={shown.endpoint} onClose={close} onSecret={showSecret} />
      ) : null}
      {shown?.what === 'log' ? (
        <DeliveryLog endpoint={shown.endpoint} name={shown.endpoint.url} onClose={close} />
      ) : null}
      {shown?.what === 'remove' ? (
        <RemoveEndpoint
          id={shown.endpoint.id}
          title="Remove this endpoint?"
          description={`We stop sending to ${shown.endpoint.url} and delete its log and secret.`}
          removed="Endpoint removed"
          onClose={close}
        />
      ) : null}
      {shown?.what === 'secret' ? <EndpointSecret fresh={shown.secret} onClose={close} /> : null}
    </Panel>
  );
}
