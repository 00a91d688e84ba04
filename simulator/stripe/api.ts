import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formOf, queryOf } from '../wire.ts';
import { nextOpaque, type World } from '../world.ts';
import { balancePage } from './balance.ts';
import { disputeObject, paymentObject, refundObject, sessionObject } from './objects.ts';
import { expire, makeRefund, paymentById } from './pay.ts';
import { answer, expanded, invalid, mapOf, missing } from './request.ts';
import type { Session } from './state.ts';
import { deliver } from './webhooks.ts';

/**
 * Adds the part of Stripe's API that deposits use: checkout sessions, payments, refunds, disputes. `pageOf`
 * returns the URL of a session's hosted page.
 */
export function addStripeApi(app: FastifyInstance, world: World, pageOf: (session: Session) => string): void {
  const has = (mode: 'lost-reply' | 'key-in-use'): boolean => {
    const now = world.clock.now().toISOString();
    return world.state.faults.some((one) => one.service === 'stripe' && one.mode === mode && one.until > now);
  };
  const on = (method: 'GET' | 'POST', url: string, work: (request: FastifyRequest) => object): void => {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const faults = { losesReply: has('lost-reply'), keyInUse: has('key-in-use') };
        await answer(world, request, reply, () => work(request), faults);
        if (method === 'POST') void deliver(world);
        return reply;
      },
    });
  };
  const shown = (session: Session, request: FastifyRequest) =>
    sessionObject(world, session, pageOf(session), expanded(queryOf(request)).includes('payment_intent'));

  on('POST', '/v1/checkout/sessions', (request) => {
    const session = makeSession(world, formOf(request));
    return sessionObject(world, session, pageOf(session));
  });
  on('GET', '/v1/checkout/sessions/:id', (request) => shown(sessionOf(world, request), request));
  on('POST', '/v1/checkout/sessions/:id/expire', (request) => {
    const session = sessionOf(world, request);
    if (session.status !== 'open') throw invalid('Only open sessions can be expired.');
    expire(world, session);
    return shown(session, request);
  });
  on('GET', '/v1/payment_intents/:id', (request) => {
    const { id } = request.params as { id: string };
    const payment = paymentById(world, id);
    if (!payment) throw missing('payment_intent', id);
    const asked = expanded(queryOf(request));
    const booking = asked.includes('latest_charge.balance_transaction');
    return paymentObject(payment, { charge: booking || asked.includes('latest_charge'), booking });
  });
  on('GET', '/v1/disputes/:id', (request) => {
    const { id } = request.params as { id: string };
    const dispute = world.state.stripe.disputes.find((one) => one.id === id);
    if (!dispute) throw missing('dispute', id);
    return disputeObject(dispute, paymentById(world, dispute.paymentId)!);
  });
  on('POST', '/v1/refunds', (request) => refundOf(world, formOf(request)));
  on('GET', '/v1/refunds/:id', (request) => {
    const { id } = request.params as { id: string };
    const refund = world.state.stripe.refunds.find((one) => one.id === id);
    if (!refund) throw missing('refund', id);
    return refundObject(refund, paymentById(world, refund.paymentId)!);
  });
  on('GET', '/v1/balance_transactions', (request) => balancePage(world, queryOf(request)));
  on('GET', '/v1/refunds', (request) => {
    const payment = paymentById(world, queryOf(request).get('payment_intent'));
    const data = world.state.stripe.refunds.filter(({ paymentId }) => paymentId === payment?.id);
    return {
      object: 'list',
      url: '/v1/refunds',
      has_more: false,
      data: data.map((one) => refundObject(one, payment!)),
    };
  });
}

function sessionOf(world: World, request: FastifyRequest): Session {
  const { id } = request.params as { id: string };
  const session = world.state.stripe.sessions.find((one) => one.id === id);
  if (!session) throw missing('checkout.session', id);
  return session;
}

const MINUTES_30 = 1_800_000;
const HOURS_24 = 86_400_000;

function makeSession(world: World, form: URLSearchParams): Session {
  const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
  if (form.get('mode') !== 'payment') throw invalid('Missing required param: mode.', { param: 'mode' });
  if (!Number.isInteger(amount) || amount < 50) {
    throw invalid('The Checkout Session’s total amount must convert to at least 50 cents.', {
      code: 'amount_too_small',
    });
  }
  if (form.get('line_items[0][price_data][currency]') !== 'usd') throw invalid('Invalid currency.');
  const now = world.clock.now().getTime();
  const given = form.get('expires_at');
  const expiresAt = given === null ? now + HOURS_24 : Number(given) * 1000;
  if (!(expiresAt >= now + MINUTES_30 - 1000 && expiresAt <= now + HOURS_24)) {
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    );
  }
  const session: Session = {
    id: `cs_test_${nextOpaque(world, 'session', 40)}`,
    reference: form.get('client_reference_id'),
    email: form.get('customer_email'),
    name: form.get('line_items[0][price_data][product_data][name]') ?? '',
    amount,
    metadata: mapOf(form, 'metadata'),
    paymentMetadata: mapOf(form, 'payment_intent_data[metadata]'),
    status: 'open',
    paid: false,
    paymentId: null,
    successUrl: form.get('success_url') ?? '',
    cancelUrl: form.get('cancel_url') ?? '',
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
  world.state.stripe.sessions.push(session);
  return session;
}

function refundOf(world: World, form: URLSearchParams): object {
  const id = form.get('payment_intent') ?? '';
  const payment = paymentById(world, id);
  if (!payment) throw missing('payment_intent', id);
  if (payment.status !== 'succeeded')
    throw invalid('This PaymentIntent does not have a successful charge to refund.');
  const disputed = world.state.stripe.disputes.some((one) => one.paymentId === id && one.status !== 'won');
  if (disputed) throw invalid('The charge has been charged back.', { code: 'charge_disputed' });
  const left = payment.amount - payment.refunded;
  if (left === 0) throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' });
  const amount = Number(form.get('amount') ?? left);
  if (!(amount > 0 && amount <= left))
    throw invalid('Refund amount is greater than unrefunded amount on charge.');
  return refundObject(makeRefund(world, payment, amount, mapOf(form, 'metadata')), payment);
}
