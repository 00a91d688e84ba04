import { seedFrom } from '../random.ts';
import { nextOpaque, type World } from '../world.ts';
import { chargeObject, disputeObject, paymentObject, refundObject, sessionObject } from './objects.ts';
import type { Payment, Session, StripeDispute, StripeRefund } from './state.ts';
import { announce } from './webhooks.ts';

/** Card numbers with the behaviour of Stripe's own test cards. Every other number is declined. */
export const testCards = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient funds',
  '4000000000000259': 'succeeds, then is disputed',
  '4000000000005423': 'succeeds, then a fraud warning comes',
  '4000000000005126': 'succeeds; refunds of it fail a day later',
} as const;

export type PayInput =
  | { kind: 'card'; number: string }
  /** A bank debit, decided three days later. */
  | { kind: 'bank'; succeeds: boolean };

const DAY_MS = 86_400_000;

/** Pays an open session; returns the reason of a decline, or null on success. */
export function pay(world: World, session: Session, input: PayInput): string | null {
  const number = input.kind === 'card' ? input.number.replace(/\D/g, '') : '';
  if (input.kind === 'card') {
    const does = (testCards as Record<string, string>)[number];
    if (does === undefined || does === 'declined') return 'Your card was declined.';
    if (does === 'insufficient funds') return 'Your card has insufficient funds.';
  }
  const payment = makePayment(world, session, input, number);
  session.paymentId = payment.id;
  session.status = 'complete';
  session.paid = payment.status === 'succeeded';
  if (session.paid) announceSuccess(world, payment);
  sendEvent(world, 'checkout.session.completed', session);
  if (number === '4000000000000259') openDispute(world, payment);
  if (number === '4000000000005423') warn(world, payment);
  return null;
}

export function makePayment(world: World, session: Session, input: PayInput, number: string): Payment {
  const now = world.clock.now();
  const card = input.kind === 'card';
  const payment: Payment = {
    id: `pi_${nextOpaque(world, 'payment', 24)}`,
    chargeId: `ch_${nextOpaque(world, 'charge', 24)}`,
    sessionId: session.id,
    amount: session.amount,
    refunded: 0,
    fee: card ? Math.round(session.amount * 0.029) + 30 : Math.min(Math.round(session.amount * 0.008), 500),
    status: card ? 'succeeded' : 'processing',
    method: card ? 'card' : 'us_bank_account',
    fingerprint: `fp${seedFrom('fingerprint', number || (session.email ?? ''))}`,
    refundsFail: number === '4000000000005126',
    metadata: session.paymentMetadata,
    createdAt: now.toISOString(),
    settles:
      input.kind === 'bank'
        ? { at: new Date(now.getTime() + 3 * DAY_MS).toISOString(), succeeds: input.succeeds }
        : null,
  };
  world.state.stripe.payments.push(payment);
  return payment;
}

const sendEvent = (world: World, type: string, session: Session): void =>
  announce(world, type, sessionObject(world, session, ''));

function announceSuccess(world: World, payment: Payment): void {
  announce(world, 'payment_intent.succeeded', paymentObject(payment));
  announce(world, 'charge.succeeded', chargeObject(payment));
}

export function expire(world: World, session: Session): void {
  session.status = 'expired';
  sendEvent(world, 'checkout.session.expired', session);
}

/** Settles or fails a bank debit. */
export function settle(world: World, payment: Payment): void {
  const session = world.state.stripe.sessions.find(({ id }) => id === payment.sessionId)!;
  const succeeds = payment.settles?.succeeds === true;
  payment.settles = null;
  payment.status = succeeds ? 'succeeded' : 'requires_payment_method';
  session.paid = succeeds;
  if (succeeds) announceSuccess(world, payment);
  const outcome = succeeds ? 'succeeded' : 'failed';
  sendEvent(world, `checkout.session.async_payment_${outcome}`, session);
}

/** Refunds the payment. The caller must check the amount. */
export function makeRefund(
  world: World,
  payment: Payment,
  amount: number,
  metadata: Record<string, string>,
): StripeRefund {
  const now = world.clock.now();
  const refund: StripeRefund = {
    id: `re_${nextOpaque(world, 'refund', 24)}`,
    paymentId: payment.id,
    amount,
    status: 'succeeded',
    metadata,
    createdAt: now.toISOString(),
    failsAt: payment.refundsFail ? new Date(now.getTime() + DAY_MS).toISOString() : null,
  };
  world.state.stripe.refunds.push(refund);
  payment.refunded += amount;
  announce(world, 'charge.refunded', chargeObject(payment));
  announce(world, 'refund.created', refundObject(refund, payment));
  return refund;
}

/** Fails a refund, as when the bank returns it. */
export function failRefund(world: World, refund: StripeRefund): void {
  const payment = paymentById(world, refund.paymentId)!;
  refund.status = 'failed';
  refund.failsAt = null;
  payment.refunded -= refund.amount;
  announce(world, 'refund.failed', refundObject(refund, payment));
}

/** Makes a new dispute; no webhook is sent. */
export function makeDispute(world: World, payment: Payment): StripeDispute {
  const dispute: StripeDispute = {
    id: `dp_${nextOpaque(world, 'dispute', 24)}`,
    paymentId: payment.id,
    amount: payment.amount - payment.refunded,
    status: 'needs_response',
    createdAt: world.clock.now().toISOString(),
    closedAt: null,
  };
  world.state.stripe.disputes.push(dispute);
  return dispute;
}

/** Disputes the payment as the cardholder; Stripe withdraws the amount at once. */
export function openDispute(world: World, payment: Payment): string {
  const dispute = makeDispute(world, payment);
  announce(world, 'charge.dispute.created', disputeObject(dispute, payment));
  announce(world, 'charge.dispute.funds_withdrawn', disputeObject(dispute, payment));
  return dispute.id;
}

/** Closes a dispute with the bank's decision. Returns false when there is no such open dispute. */
export function closeDispute(world: World, id: string, outcome: 'won' | 'lost'): boolean {
  const dispute = world.state.stripe.disputes.find((one) => one.id === id && one.status === 'needs_response');
  if (!dispute) return false;
  const payment = paymentById(world, dispute.paymentId)!;
  dispute.status = outcome;
  dispute.closedAt = world.clock.now().toISOString();
  announce(world, 'charge.dispute.closed', disputeObject(dispute, payment));
  if (outcome === 'won') announce(world, 'charge.dispute.funds_reinstated', disputeObject(dispute, payment));
  return true;
}

export function warn(world: World, payment: Payment): void {
  announce(world, 'radar.early_fraud_warning.created', {
    id: `issfr_${nextOpaque(world, 'warning', 24)}`,
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: payment.chargeId,
    created: Math.floor(world.clock.now().getTime() / 1000),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: payment.id,
  });
}

export const paymentById = (world: World, id: string | null): Payment | undefined =>
  world.state.stripe.payments.find((one) => one.id === id);
