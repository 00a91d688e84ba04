import { z } from 'zod';
import { csvOf } from '#contract/wire/csv.ts';
import { cursorQuery, idParams, idSchema, momentWire, pageOf } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { webhookKindNames } from './webhook-kinds.ts';

export const WEBHOOK_ENDPOINTS_MAX = 10;
export const WEBHOOK_URL_MAX = 500;
/** Hours for which messages are also signed with the previous secret. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;
export const WEBHOOK_DELIVERIES_KEPT_DAYS = 30;

const url = z.string().trim().min(1).max(WEBHOOK_URL_MAX);
const kinds = z.array(z.enum(webhookKindNames)).min(1).max(webhookKindNames.length);

export const webhookEndpoint = z.object({
  id: idSchema,
  url: z.string(),
  kinds: z.array(z.string()),
  state: z.enum(['enabled', 'disabled']),
  /**
   * Why the endpoint is disabled. gone: the receiver answered 410, or Discord answered that the webhook does
   * not exist. failing: twenty consecutive attempts failed.
   */
  disabledReason: z.enum(['owner', 'gone', 'failing']).nullable(),
  /** Number of failed attempts since the last successful one. */
  consecutiveFailures: z.int(),
  /** No message is sent before this time, because the last attempts failed. */
  pausedUntil: momentWire.nullable(),
  /** Until this time messages are also signed with the previous secret. */
  previousSecretUntil: momentWire.nullable(),
  createdAt: momentWire,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookDelivery = z.object({
  id: idSchema,
  /** The value of the header `webhook-id`, which all attempts share. */
  eventId: idSchema,
  kind: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  createdAt: momentWire,
  nextAttemptAt: momentWire.nullable(),
  lastAttemptAt: momentWire.nullable(),
  /** HTTP status of the receiver's answer; null without an answer. */
  lastStatus: z.int().nullable(),
  lastMs: z.int().nullable(),
  lastError: z.string().nullable(),
  /** The beginning of the receiver's answer. */
  lastResponse: z.string().nullable(),
  /** Exact request body; null for Discord, whose response already contains the message. */
  payload: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const webhookDeliveries = route('GET /api/webhook-endpoints/:id/deliveries', {
  access: 'session',
  summary: 'Messages to an own endpoint that were sent in the last 30 days or wait, newest first',
  params: idParams,
  query: cursorQuery,
  reply: pageOf(webhookDelivery),
  errors: ['not_found'],
});

/** A new secret. Only the reply that creates it contains it. */
const secret = z.string();

export const webhookEndpointRoutes = {
  listWebhookEndpoints: route('GET /api/webhook-endpoints', {
    access: 'session',
    summary: 'The own endpoints, oldest first',
    reply: z.object({ rows: z.array(webhookEndpoint) }),
  }),
  createWebhookEndpoint: route('POST /api/webhook-endpoints', {
    access: 'session',
    changesAccount: true,
    summary: 'Create an endpoint that receives events of these kinds; only this reply contains its secret',
    body: z.object({ url, kinds }),
    reply: z.object({ id: idSchema, secret }),
    errors: ['unauthenticated', 'invalid_input', 'webhook_endpoints_full', 'webhook_endpoint_exists'],
    perMinute: 20,
  }),
  changeWebhookEndpoint: route('PATCH /api/webhook-endpoints/:id', {
    access: 'session',
    changesAccount: true,
    summary: 'Change the address or the kinds of an own endpoint',
    params: idParams,
    body: z.object({ url, kinds }),
    errors: ['not_found', 'invalid_input', 'webhook_endpoint_exists'],
  }),
  rotateWebhookSecret: route('POST /api/webhook-endpoints/:id/secret', {
    access: 'session',
    changesAccount: true,
    summary: 'Create a new secret; for 24 hours messages are also signed with the previous one',
    params: idParams,
    reply: z.object({ secret, previousSecretUntil: momentWire }),
    errors: ['not_found'],
    perMinute: 20,
  }),
  disableWebhookEndpoint: route('POST /api/webhook-endpoints/:id/disable', {
    access: 'session',
    changesAccount: true,
    summary: 'Stop sending to an own endpoint',
    params: idParams,
    errors: ['unauthenticated', 'not_found'],
  }),
  enableWebhookEndpoint: route('POST /api/webhook-endpoints/:id/enable', {
    access: 'session',
    changesAccount: true,
    summary: 'Send to an own endpoint again, first what still waits',
    params: idParams,
    errors: ['unauthenticated', 'not_found'],
  }),
  removeWebhookEndpoint: route('DELETE /api/webhook-endpoints/:id', {
    access: 'session',
    changesAccount: true,
    summary: 'Remove an own endpoint, with its log',
    params: idParams,
    errors: ['unauthenticated', 'not_found'],
  }),
  testWebhookEndpoint: route('POST /api/webhook-endpoints/:id/test', {
    access: 'session',
    summary: 'Send an event of the kind webhook.test to an own endpoint',
    params: idParams,
    errors: ['not_found', 'webhook_endpoint_off'],
    perMinute: 20,
  }),
  webhookDeliveries,
  webhookDeliveriesCsv: csvOf(webhookDeliveries, 'deliveries.csv'),
  replayWebhookDelivery: route('POST /api/webhook-deliveries/:id/replay', {
    access: 'session',
    summary: 'Send an event to its endpoint again, under the same webhook-id',
    params: idParams,
    errors: ['not_found', 'webhook_endpoint_off'],
    perMinute: 60,
  }),
};
