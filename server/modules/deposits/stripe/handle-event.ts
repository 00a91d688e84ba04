import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { centsToMicros } from '#contract/money.ts';
import type { ProvedEvent } from '#server/http/webhook.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { StripeRail } from './client.ts';
import { applyPayment, idOf, notePayment } from './payment.ts';
import { takeDispute } from './take-dispute.ts';
import { takeRefund } from './take-refund.ts';
import { takeSession } from './take-session.ts';

const TOLERANCE_SECONDS = 300;

/**
 * Returns the event in these bytes if Stripe signed them within five minutes of `now` for this installation's
 * mode (live or test); otherwise null. Each mode has its own signing secret, but the event's own mode is
 * checked as well.
 */
export async function proveEvent(
  rail: StripeRail,
  raw: Buffer,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<ProvedEvent<Stripe.Event> | null> {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string' || signedAhead(header, now)) return null;
  try {
    const event = rail.client.webhooks.constructEvent(
      raw,
      header,
      rail.webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
    if (event.livemode !== rail.livemode || typeof event.id !== 'string') return null;
    return { id: event.id, type: event.type, event };
  } catch {
    return null;
  }
}

/** Whether the signature is dated too far in the future. The SDK refuses only signatures that are too old. */
function signedAhead(header: string, now: Date): boolean {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1]);
  return !(seconds <= now.getTime() / 1000 + TOLERANCE_SECONDS);
}

/** Handles one event. Other types can't change money and are ignored. */
export async function handleEvent(tx: Tx, event: Stripe.Event, now: Date): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return await takeSession(tx, event.data.object, { failed: false, now });
    case 'checkout.session.async_payment_failed':
      return await takeSession(tx, event.data.object, { failed: true, now });
    case 'charge.refunded':
      return await takeRefundedTotal(tx, event.data.object, event.created, now);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return await takeRefund(tx, event.data.object, event.created, now);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return await takeDispute(tx, event.data.object, event.type, now);
    case 'radar.early_fraud_warning.created':
    case 'review.opened':
      return await takeWarning(tx, idOf(event.data.object.payment_intent), now);
    default:
      return;
  }
}

/**
 * Stores the sum of everything paid back of a charge (`amount_refunded`). A message older than the newest one
 * is ignored.
 */
async function takeRefundedTotal(tx: Tx, charge: Stripe.Charge, created: number, now: Date): Promise<void> {
  const intent = idOf(charge.payment_intent);
  if (!intent) return;
  await notePayment(tx, intent, now);
  const asOf = new Date(created * 1000);
  const total = centsToMicros(charge.amount_refunded);
  await tx
    .updateTable('card_payments')
    .set({ refunded_micros: total, refunded_as_of: asOf })
    .where('payment_intent', '=', intent)
    // Messages are dated in whole seconds. Of two messages in one second, the one with the larger total is
    // the later.
    .where(({ or, and, eb }) =>
      or([
        eb('refunded_as_of', 'is', null),
        eb('refunded_as_of', '<', asOf),
        and([eb('refunded_as_of', '=', asOf), eb('refunded_micros', '<', total)]),
      ]),
    )
    .execute();
  await applyPayment(tx, intent, now);
}

async function takeWarning(tx: Tx, intent: string | null, now: Date): Promise<void> {
  if (!intent) return;
  await notePayment(tx, intent, now);
  await tx
    .updateTable('card_payments')
    .set({ warned_at: now })
    .where('payment_intent', '=', intent)
    .execute();
  await applyPayment(tx, intent, now);
}
