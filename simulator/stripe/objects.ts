import type { World } from '../world.ts';
import type { Payment, Session, StripeDispute, StripeRefund } from './state.ts';

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** Returns a checkout session in the API's format. `expand` includes the payment instead of its id. */
export function sessionObject(world: World, session: Session, url: string, expand = false) {
  const payment = world.state.stripe.payments.find(({ id }) => id === session.paymentId);
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: session.amount,
    amount_total: session.amount,
    cancel_url: session.cancelUrl,
    client_reference_id: session.reference,
    created: seconds(session.createdAt),
    currency: 'usd',
    customer: null,
    customer_details: { email: session.email, name: null },
    customer_email: session.email,
    expires_at: seconds(session.expiresAt),
    livemode: false,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: expand && payment ? paymentObject(payment) : session.paymentId,
    payment_status: session.paid ? 'paid' : 'unpaid',
    status: session.status,
    success_url: session.successUrl,
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? url : null,
  };
}

export function paymentObject(
  payment: Payment,
  expand: { charge: boolean; booking: boolean } = { charge: false, booking: false },
) {
  return {
    id: payment.id,
    object: 'payment_intent',
    amount: payment.amount,
    amount_received: payment.status === 'succeeded' ? payment.amount : 0,
    created: seconds(payment.createdAt),
    currency: 'usd',
    latest_charge: expand.charge ? chargeObject(payment, expand.booking) : payment.chargeId,
    livemode: false,
    metadata: payment.metadata,
    status: payment.status,
  };
}

export function chargeObject(payment: Payment, withBooking = false) {
  const bookingId = payment.chargeId.replace('ch_', 'txn_');
  const settled = payment.status === 'succeeded';
  const booking = {
    id: bookingId,
    object: 'balance_transaction',
    amount: payment.amount,
    currency: 'usd',
    fee: payment.fee,
    net: payment.amount - payment.fee,
    type: 'charge',
  };
  return {
    id: payment.chargeId,
    object: 'charge',
    amount: payment.amount,
    amount_captured: payment.amount,
    amount_refunded: payment.refunded,
    balance_transaction: settled ? (withBooking ? booking : bookingId) : null,
    created: seconds(payment.createdAt),
    currency: 'usd',
    livemode: false,
    metadata: payment.metadata,
    paid: settled,
    payment_intent: payment.id,
    payment_method_details: {
      type: payment.method,
      [payment.method]: { fingerprint: payment.fingerprint, last4: '4242' },
    },
    refunded: payment.refunded === payment.amount,
    status: settled ? 'succeeded' : 'pending',
  };
}

export function refundObject(refund: StripeRefund, payment: Payment) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: payment.chargeId,
    created: seconds(refund.createdAt),
    currency: 'usd',
    ...(refund.status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
    metadata: refund.metadata,
    payment_intent: payment.id,
    reason: 'requested_by_customer',
    status: refund.status,
  };
}

/**
 * The fee of a dispute in cents. It is withdrawn with the disputed amount, and returned when the dispute is
 * won.
 */
const DISPUTE_FEE = 1_500;

/** The period for submitting evidence. */
const EVIDENCE_SECONDS = 9 * 86_400;

export function disputeObject(dispute: StripeDispute, payment: Payment) {
  const bookings = [
    { amount: -dispute.amount, fee: DISPUTE_FEE },
    ...(dispute.status === 'won' ? [{ amount: dispute.amount, fee: -DISPUTE_FEE }] : []),
  ];
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: bookings.map(({ amount, fee }, n) => ({
      id: `${dispute.id.replace('dp_', 'txn_')}${n}`,
      object: 'balance_transaction',
      amount,
      currency: 'usd',
      fee,
      net: amount - fee,
      reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
      type: 'adjustment',
    })),
    charge: payment.chargeId,
    created: seconds(dispute.createdAt),
    currency: 'usd',
    evidence_details: {
      due_by: seconds(dispute.createdAt) + EVIDENCE_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: payment.id,
    reason: 'fraudulent',
    status: dispute.status,
  };
}
