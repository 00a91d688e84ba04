import { nextOpaque, type World } from '../world.ts';
import { chargeObject, disputeObject, refundObject } from './objects.ts';
import { paymentById } from './pay.ts';
import { expanded, missing } from './request.ts';

const DAY_MS = 86_400_000;

interface Booking {
  id: string;
  type: string;
  category: string;
  amount: number;
  fee: number;
  at: string;
  source: Record<string, unknown> & { id: string };
}

/**
 * Returns a page of Stripe's balance transactions, newest first, as `GET /v1/balance_transactions` lists
 * them.
 */
export function balancePage(world: World, query: URLSearchParams): object {
  const limit = Math.min(Math.max(Number(query.get('limit')) || 10, 1), 100);
  const [since, until] = [
    Number(query.get('created[gte]') ?? 0),
    Number(query.get('created[lte]') ?? Infinity),
  ];
  const all = bookingsOf(world)
    .filter(({ at }) => seconds(at) >= since && seconds(at) <= until)
    .sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
  const after = query.get('starting_after');
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) throw missing('balance_transaction', after);
  const withSource = expanded(query).includes('data.source');
  return {
    object: 'list',
    url: '/v1/balance_transactions',
    has_more: start + limit < all.length,
    data: all.slice(start, start + limit).map((one) => bookingObject(one, withSource)),
  };
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

const bookingObject = ({ id, type, category, amount, fee, at, source }: Booking, withSource: boolean) => ({
  id,
  object: 'balance_transaction',
  amount,
  available_on: seconds(at),
  created: seconds(at),
  currency: 'usd',
  description: null,
  exchange_rate: null,
  fee,
  fee_details:
    fee === 0
      ? []
      : [{ amount: fee, application: null, currency: 'usd', description: 'Stripe fee', type: 'stripe_fee' }],
  net: amount - fee,
  reporting_category: category,
  source: withSource ? source : source.id,
  status: 'available',
  type,
});

function bookingsOf(world: World): Booking[] {
  return [...charges(world), ...refunds(world), ...disputes(world), ...payouts(world)];
}

function charges({ state }: World): Booking[] {
  return state.stripe.payments
    .filter(({ status }) => status === 'succeeded')
    .map((payment) => ({
      id: payment.chargeId.replace('ch_', 'txn_'),
      type: payment.method === 'card' ? 'charge' : 'payment',
      category: 'charge',
      amount: payment.amount,
      fee: payment.fee,
      // The money of a bank debit is available three days after the debit is started.
      at: payment.method === 'card' ? payment.createdAt : later(payment.createdAt, 3),
      source: chargeObject(payment),
    }));
}

const later = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * DAY_MS).toISOString();

function refunds(world: World): Booking[] {
  return world.state.stripe.refunds.flatMap((refund) => {
    const source = refundObject(refund, paymentById(world, refund.paymentId)!);
    const sent = { fee: 0, source, amount: -refund.amount, at: refund.createdAt };
    const out = { ...sent, id: refund.id.replace('re_', 'txn_r'), type: 'refund', category: 'refund' };
    if (refund.status !== 'failed') return [out];
    const back = { type: 'refund_failure', category: 'refund_failure', amount: refund.amount };
    return [out, { ...sent, ...back, id: refund.id.replace('re_', 'txn_f'), at: later(refund.createdAt, 1) }];
  });
}

function disputes(world: World): Booking[] {
  return world.state.stripe.disputes.flatMap((dispute) => {
    const source = disputeObject(dispute, paymentById(world, dispute.paymentId)!);
    return source.balance_transactions.map(({ id, type, reporting_category, amount, fee }) => ({
      id,
      type,
      category: reporting_category,
      amount,
      fee,
      at: amount < 0 ? dispute.createdAt : (dispute.closedAt ?? dispute.createdAt),
      source,
    }));
  });
}

function payouts({ state }: World): Booking[] {
  return state.stripe.payouts.map(({ id, amount, createdAt }) => ({
    id: id.replace('po_', 'txn_p'),
    type: 'payout',
    category: 'payout',
    amount: -amount,
    fee: 0,
    at: createdAt,
    source: { id, object: 'payout', amount, currency: 'usd', status: 'paid' },
  }));
}

/** Pays out part of the balance to the operator's bank. */
export function payOut(world: World, cents: number): void {
  const createdAt = world.clock.now().toISOString();
  world.state.stripe.payouts.push({ id: `po_${nextOpaque(world, 'payout', 24)}`, amount: cents, createdAt });
}
