import { afterAll, expect, test } from 'vitest';
import { DAY } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld();
afterAll(() => w.close());

/** Creates a deposit with an open page, and the session that Stripe would report. */
async function waiting(amountMicros = 100_000_000n) {
  await w.simulator.atStripe({ do: 'delivery', mode: 'lost' });
  const host = await w.newHost();
  const { id } = await w.begin(host, amountMicros);
  const row = await w.db
    .selectFrom('deposits')
    .select('session_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const intent = `pi_${id.slice(-12)}`;
  const session = {
    id: row.session_id,
    object: 'checkout.session',
    client_reference_id: id,
    amount_total: Number(amountMicros / 10_000n),
    currency: 'usd',
    payment_intent: intent,
    payment_status: 'paid',
    status: 'complete',
  };
  return { host, id, intent, session, balance: () => w.balance(host.accountId) };
}
const completed = (session: object, more: object = {}) =>
  w.event('checkout.session.completed', session, more);
const now = () => Math.floor(w.clock.now().getTime() / 1000);

test('check 32: refuses a forged, changed, old, future or unsigned message, and one of the other mode', async () => {
  const { session, balance } = await waiting();
  const event = completed(session);
  expect(await w.send(event, '')).toBe(400);
  expect(await w.send(event, 't=1,v1=00')).toBe(400);
  expect(await w.send(event, w.signAt(event, now(), 'whsec_of_somebody_else'))).toBe(400);
  expect(await w.send({ ...event, extra: 1 }, w.signAt(event, now()))).toBe(400);
  expect(await w.send(event, w.signAt(event, now() - 301))).toBe(400);
  expect(await w.send(event, w.signAt(event, now() + 301))).toBe(400);
  expect(await w.send(completed(session, { livemode: true }))).toBe(400);
  expect(await balance()).toBe(0n);
  expect(await w.send(event, w.signAt(event, now() - 299))).toBe(200);
  expect(await balance()).toBe(100_000_000n);
});

test('the same event eight times at once and again under other ids credits once and mails one receipt', async () => {
  const { session, host, balance } = await waiting();
  const event = completed(session);
  const codes = await Promise.all([
    ...Array.from({ length: 8 }, () => w.send(event)),
    ...Array.from({ length: 4 }, () => w.send(completed(session))),
    w.send(w.event('checkout.session.async_payment_succeeded', session)),
  ]);
  expect(new Set(codes)).toEqual(new Set([200]));
  expect(await balance()).toBe(100_000_000n);
  const mails = await w.db
    .selectFrom('outbound_emails')
    .select('id')
    .where('to_address', '=', host.email)
    .execute();
  expect(mails).toHaveLength(1);
});

test('credits nobody for an unpaid session, another amount, currency or page, or an unknown deposit', async () => {
  const { session, id, balance } = await waiting();
  expect(await w.send(completed({ ...session, payment_status: 'unpaid' }))).toBe(200);
  for (const wrong of [
    { amount_total: 9_999 },
    { currency: 'eur' },
    { id: 'cs_test_other' },
    { payment_intent: null },
    { client_reference_id: 'nonsense' },
    { client_reference_id: '0190a000-0000-7000-8000-000000000000' },
  ]) {
    expect(await w.send(completed({ ...session, ...wrong }))).toBe(200);
  }
  expect(await balance()).toBe(0n);
  const noted = await w.db
    .selectFrom('audit_log')
    .select('id')
    .where('subject_id', '=', id)
    .where('action', '=', 'deposit.payment_differs')
    .execute();
  expect(noted).toHaveLength(4);
});

test('credits money that arrives after its deposit failed', async () => {
  const { session, id, balance } = await waiting();
  expect(
    await w.send(
      w.event('checkout.session.expired', { ...session, status: 'expired', payment_status: 'unpaid' }),
    ),
  ).toBe(200);
  expect(await w.stateOf(id)).toBe('failed');
  w.clock.advance(2 * DAY);
  expect(await w.send(completed(session))).toBe(200);
  expect(
    await w.send(
      w.event('checkout.session.expired', { ...session, status: 'expired', payment_status: 'unpaid' }),
    ),
  ).toBe(200);
  expect(await w.stateOf(id)).toBe('confirmed');
  expect(await balance()).toBe(100_000_000n);
});

test('applies refunds, disputes and warnings that arrive before their payment', async () => {
  const early = await waiting();
  const dispute = {
    id: `dp_${early.id}`,
    payment_intent: early.intent,
    amount: 10_000,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  await w.send(w.event('charge.dispute.funds_withdrawn', dispute));
  await w.send(w.event('charge.dispute.created', dispute));
  await w.send(completed(early.session));
  expect(await early.balance()).toBe(0n);
  expect(await w.stateOf(early.id)).toBe('disputed');

  const refunded = await waiting();
  await w.send(w.event('charge.refunded', { payment_intent: refunded.intent, amount_refunded: 4_000 }));
  await w.send(completed(refunded.session));
  expect(await refunded.balance()).toBe(60_000_000n);

  const warned = await waiting();
  await w.send(w.event('radar.early_fraud_warning.created', { payment_intent: warned.intent }));
  await w.send(completed(warned.session));
  const rails = await w.api.send('GET', '/api/deposits/rails', { as: warned.host });
  expect(rails.body).toMatchObject({ frozen: true, card: 'simulated' });
  expect((await reconcile(w.db)).ok).toBe(true);
});
