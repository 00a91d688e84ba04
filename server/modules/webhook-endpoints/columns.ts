import type { WebhookDelivery } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import type { CsvColumns } from '#server/http/csv.ts';

export const deliveryColumns: CsvColumns<WebhookDelivery> = [
  ['Created', (row) => row.createdAt],
  ['Event', (row) => row.kind],
  ['State', (row) => row.state],
  ['Attempts', (row) => row.attempts],
  ['Last attempt', (row) => row.lastAttemptAt],
  ['Next attempt', (row) => row.nextAttemptAt],
  ['Status', (row) => row.lastStatus],
  ['Milliseconds', (row) => row.lastMs],
  ['Error', (row) => row.lastError],
  ['Answer', (row) => row.lastResponse],
  ['Message', (row) => row.payload],
  ['webhook-id', (row) => row.eventId],
];
