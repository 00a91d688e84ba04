import { z } from 'zod';

const instant = z.iso.datetime();

export const itemState = z.enum([
  'PENDING',
  'SUCCESS',
  'ONHOLD',
  'UNCLAIMED',
  'FAILED',
  'BLOCKED',
  'RETURNED',
  'REFUNDED',
  'REVERSED',
]);
export type ItemState = z.infer<typeof itemState>;

const step = z.object({
  at: instant,
  state: itemState,
  error: z.string().nullable(),
  /**
   * The number of attempts to send the webhook of this step; null when it was accepted, or is not to be sent.
   */
  tried: z.number().nullable(),
});

const item = z.object({
  id: z.string(),
  senderItemId: z.string(),
  receiver: z.string(),
  /** A decimal amount in dollars, as sent. */
  value: z.string(),
  note: z.string(),
  transactionId: z.string(),
  steps: z.array(step),
});

const batch = z.object({
  id: z.string(),
  senderBatchId: z.string(),
  /** The PayPal-Request-Id of the request that created the batch. */
  requestId: z.string().nullable(),
  createdAt: instant,
  denied: z.boolean(),
  items: z.array(item),
});

export const webhookMode = z.enum(['once', 'twice', 'reversed', 'lost']);

/** PayPal's state: access tokens, and every batch with the past and planned steps of each item. */
export const paypalState = z.object({
  tokens: z.array(z.object({ token: z.string(), expiresAt: instant })),
  batches: z.array(batch),
  webhooks: webhookMode,
});

export type PaypalState = z.infer<typeof paypalState>;
export type PaypalBatch = z.infer<typeof batch>;
export type PaypalItem = z.infer<typeof item>;
export type PaypalStep = z.infer<typeof step>;

export const emptyPaypal = (): PaypalState => ({ tokens: [], batches: [], webhooks: 'once' });
