import {
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookEndpointRoutes,
} from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { DeliveryRow } from './delivery-row.tsx';

/** Milliseconds between two reads if a message has not been sent yet. */
const LOOK_EVERY_MS = 2_000;

const isWaiting = ({ state, attempts }: WebhookDelivery): boolean => state === 'waiting' && attempts < 2;

interface DeliveryLogProps {
  endpoint: Pick<WebhookEndpoint, 'id' | 'state'>;
  /** Name by which people know the endpoint. */
  name: string;
  onClose: () => void;
}

/** Lists the messages to an endpoint with their responses, newest first. */
export function DeliveryLog({ endpoint, name, onClose }: DeliveryLogProps) {
  const log = usePages(
    webhookEndpointRoutes.webhookDeliveries,
    { params: { id: endpoint.id }, query: {} },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some(({ rows }) => rows.some(isWaiting)) ? LOOK_EVERY_MS : false,
    },
  );
  const file = address(webhookEndpointRoutes.webhookDeliveriesCsv, { params: { id: endpoint.id } });
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Log"
      description={<span className="wrap-anywhere">{name}, last 30 days</span>}
      actions={
        <>
          <CsvLink href={file} what="messages" />
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <QueryList
        of={log}
        what="messages"
        failed="The log did not load."
        empty={
          <p className="text-muted">
            Nothing was sent yet. Messages appear here as soon as an event that you chose happens, or when you
            send a test.
          </p>
        }
      >
        {(rows, more) => (
          <>
            <ul aria-label="Messages" className="divide-y divide-line">
              {rows.map((row) => (
                <DeliveryRow key={row.id} delivery={row} isOff={endpoint.state === 'disabled'} />
              ))}
            </ul>
            {more && <div className="mt-4">{more}</div>}
          </>
        )}
      </QueryList>
    </Dialog>
  );
}
