import { z } from 'zod';

const instant = z.iso.datetime();
const metadata = z.record(z.string(), z.string());

const session = z.object({
  id: z.string(),
  reference: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string(),
  amount: z.number(),
  metadata,
  paymentMetadata: metadata,
  status: z.enum(['open', 'complete', 'expired']),
  paid: z.boolean(),
  paymentId: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  createdAt: instant,
  expiresAt: instant,
});

const payment = z.object({
  id: z.string(),
  chargeId: z.string(),
  sessionId: z.string(),
  amount: z.number(),
  refunded: z.number(),
  fee: z.number(),
  status: z.enum(['succeeded', 'processing', 'requires_payment_method']),
  method: z.enum(['card', 'us_bank_account']),
  fingerprint: z.string(),
  /** Whether the bank returns refunds of this payment, a day later. */
  refundsFail: z.boolean(),
  metadata,
  createdAt: instant,
  /** When a bank debit is decided, and the outcome. */
  settles: z.object({ at: instant, succeeds: z.boolean() }).nullable(),
});

const refund = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  status: z.enum(['succeeded', 'failed']),
  metadata,
  createdAt: instant,
  failsAt: instant.nullable(),
});

const dispute = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  status: z.enum(['needs_response', 'won', 'lost']),
  createdAt: instant,
  /** When the bank decided the dispute. */
  closedAt: instant.nullable().default(null),
});

/** A payout of Stripe's balance to the operator's bank. */
const payout = z.object({ id: z.string(), amount: z.number(), createdAt: instant });

const delivery = z.object({ payload: z.string(), dueAt: instant, tries: z.number() });

const key = z.object({
  key: z.string(),
  request: z.string(),
  status: z.number(),
  reply: z.string(),
  at: instant,
});

export const stripeState = z.object({
  sessions: z.array(session),
  payments: z.array(payment),
  refunds: z.array(refund),
  disputes: z.array(dispute),
  payouts: z.array(payout).default([]),
  deliveries: z.array(delivery),
  keys: z.array(key),
  /** The way in which webhooks are delivered: in order and once, or with the faults of real delivery. */
  delivery: z.enum(['normal', 'duplicated', 'reordered', 'late', 'lost']),
});

export type StripeState = z.infer<typeof stripeState>;
export type Session = z.infer<typeof session>;
export type Payment = z.infer<typeof payment>;
export type StripeRefund = z.infer<typeof refund>;
export type StripeDispute = z.infer<typeof dispute>;

export const emptyStripe = (): StripeState => ({
  sessions: [],
  payments: [],
  refunds: [],
  disputes: [],
  payouts: [],
  deliveries: [],
  keys: [],
  delivery: 'normal',
});
