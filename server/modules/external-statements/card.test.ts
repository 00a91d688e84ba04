import { afterAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { statementApi } from '#server/testing/external-statements.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld();
const statements = await statementApi(w.db, w.clock, {
  stripe: {
    secretKey: 'sk_test_statements',
    webhookSecret: 'whsec_statements',
    base: w.simulator.urls.stripeApi,
    livemode: false,
    simulated: true,
  },
});
afterAll(async () => {
  expect((await reconcile(w.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
  await statements.api.close();
  await w.close();
});

async function paid(cents: number, number = '4242424242424242') {
  const host = await w.newHost();
  const { id, url } = await w.begin(host, BigInt(cents) * 10_000n);
  await w.pay(url, { method: 'card', number });
  await w.settle();
  return { host, id };
}

test('matches all payments, fees, refunds, returned refunds and disputes of the simulator', async () => {
  const { host, id } = await paid(10_000);
  const { id: partly } = await paid(5_000);
  await w.simulator.atStripe({ do: 'refund', reference: partly, cents: 1_000 });
  await w.simulator.atStripe({ do: 'refund', reference: partly, cents: 1_000 });
  const { host: backHost, id: back } = await paid(7_000, '4000000000005126');
  await w.api.send('POST', `/api/deposits/${back}/refund`, { as: backHost });
  await w.api.send('POST', `/api/deposits/${id}/refund`, { as: host });
  const { id: won } = await paid(3_000);
  const { id: lost } = await paid(4_000);
  await w.simulator.atStripe({ do: 'dispute', reference: won });
  await w.simulator.atStripe({ do: 'dispute', reference: lost });
  w.clock.advance(DAY + MINUTE);
  await w.settle();
  await w.simulator.atStripe({ do: 'close-dispute', reference: won, outcome: 'won' });
  await w.simulator.atStripe({ do: 'close-dispute', reference: lost, outcome: 'lost' });
  w.clock.advance(5 * DAY);
  await w.settle();
  const fetched = await statements.fetch('stripe');
  expect(fetched.body).toMatchObject({ unmatched: 0 });
  expect(await statements.lines()).toEqual([]);
  expect(await statements.missing()).toEqual([]);
  const summary = await statements.summary('stripe');
  expect(summary.matched).toBeGreaterThan(15);
  expect(summary.outsideMicros).toBe(summary.bookedMicros);
});

test('stores nothing when the same report is imported again', async () => {
  const before = await statements.matches();
  const again = await statements.fetch('stripe');
  expect(again.body).toMatchObject({ newLines: 0, unmatched: 0 });
  expect(await statements.matches()).toEqual(before);
});

test('lists a payment without a webhook as unbooked, moves it to suspense once, and then matches it', async () => {
  await w.simulator.atStripe({ do: 'delivery', mode: 'lost' });
  const host = await w.newHost();
  const { url } = await w.begin(host, 25_000_000n);
  await w.pay(url);
  await w.simulator.atStripe({ do: 'delivery', mode: 'normal' });
  const fetched = await statements.fetch('stripe');
  expect(fetched.body.unmatched).toBe(2);
  const [charge, fee] = (await statements.lines()).sort((a, b) => Number(a.isFee) - Number(b.isFee));
  expect(charge).toMatchObject({ state: 'only_outside', amountMicros: '25000000', canHold: true });
  expect(fee).toMatchObject({ state: 'only_outside', isFee: true, canHold: false });
  const hold = (id: unknown) =>
    statements.api.send('POST', `/api/admin/external-lines/${id}/suspense`, {
      as: statements.admin,
      body: { reason: 'Nobody knows this card.' },
    });
  expect((await hold(fee!.id)).body.code).toBe('line_not_money_in');
  expect((await hold(charge!.id)).status).toBe(200);
  expect((await hold(charge!.id)).body.code).toBe('line_settled');
  const items = await w.db.selectFrom('suspense_items').select(['cause', 'rail', 'amount_micros']).execute();
  expect(items).toEqual([{ cause: 'unmatched', rail: 'stripe', amount_micros: 25_000_000n }]);
  const explained = await statements.api.send('POST', `/api/admin/external-lines/${fee!.id}/note`, {
    as: statements.admin,
    body: { reason: 'The fee of that payment.' },
  });
  expect(explained.status).toBe(200);
  expect(await statements.lines()).toEqual([]);
  expect(await statements.lines('state=explained')).toMatchObject([
    { state: 'explained', note: { reason: 'The fee of that payment.' } },
  ]);
  const again = await statements.api.send('POST', `/api/admin/external-lines/${fee!.id}/note`, {
    as: statements.admin,
    body: { reason: 'Again.' },
  });
  expect(again.body.code).toBe('line_settled');
  expect((await statements.fetch('stripe')).body.unmatched).toBe(0);
});

test('matches a line that arrives before its booking as soon as it is booked', async () => {
  await w.simulator.atStripe({ do: 'delivery', mode: 'lost' });
  const host = await w.newHost();
  const { url } = await w.begin(host, 31_000_000n);
  await w.pay(url);
  expect((await statements.fetch('stripe')).body.unmatched).toBe(2);
  w.clock.advance(DAY);
  await w.settle();
  await w.simulator.atStripe({ do: 'delivery', mode: 'normal' });
  for (const job of statements.module.jobs ?? []) await job.run(w.clock.now());
  expect(await statements.lines()).toEqual([]);
});

test('counts a payout to the bank as no movement once it arrived there, and lists it until then', async () => {
  await w.simulator.atStripe({ do: 'pay-out', cents: 2_000 });
  expect((await statements.fetch('stripe')).body.unmatched).toBe(1);
  const day = w.clock.now().toISOString().slice(0, 10);
  const file = `Date,Amount,Currency,Reference,Counterparty\n${day},20.00,USD,PAYOUT 77,STRIPE PAYMENTS\n`;
  expect((await statements.import('bank', file)).body).toEqual({ lines: 1, newLines: 1, unmatched: 0 });
  expect((await statements.lines('state=internal')).map(({ rail }) => rail).sort()).toEqual([
    'bank',
    'stripe',
  ]);
});

const HEADER =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id';

test('distinguishes another amount under our reference, another currency, and movements that the report lacks', async () => {
  const { id } = await paid(6_000);
  const { payment_intent } = await w.db
    .selectFrom('card_payments')
    .select('payment_intent')
    .where('deposit_id', '=', id)
    .executeTakeFirstOrThrow();
  const { id: lacking } = await paid(8_000);
  const at = w.clock.now().toISOString().slice(0, 19).replace('T', ' ');
  w.clock.advance(9 * DAY);
  const later = w.clock.now().toISOString().slice(0, 19).replace('T', ' ');
  const report = `${HEADER}
txn_other,${at},usd,59.00,2.04,56.96,charge,ch_other,${payment_intent}
txn_euro,${at},eur,10.00,0.00,10.00,charge,ch_euro,
txn_late,${later},usd,-3.00,0.00,-3.00,fee,fee_1,`;
  expect((await statements.import('stripe', report)).status).toBe(200);
  const found = (await statements.lines('state=open&rail=stripe')).sort((a, b) =>
    `${a.reference}` < `${b.reference}` ? -1 : 1,
  );
  expect(found.map(({ reference, state, bookedMicros }) => [reference, state, bookedMicros])).toEqual([
    ['ch_euro', 'other_currency', null],
    ['ch_other', 'differs', '60000000'],
    ['fee_1', 'only_outside', null],
  ]);
  const missing = await statements.missing();
  expect(missing.map(({ amountMicros }) => amountMicros)).toContain('80000000');
  const [one] = missing.filter(({ amountMicros }) => amountMicros === '80000000');
  expect(one).toMatchObject({ rail: 'stripe', kind: 'deposit.confirmed' });
  const explain = () =>
    statements.api.send('POST', `/api/admin/missing-movements/${one!.id}/note`, {
      as: statements.admin,
      body: { reason: `Stripe says it comes tomorrow: ${lacking}` },
    });
  expect((await explain()).status).toBe(200);
  expect((await explain()).body.code).toBe('line_settled');
  const csv = await statements.api.send('GET', '/api/admin/external-lines.csv?state=open&rail=stripe', {
    as: statements.admin,
  });
  expect(csv.bytes.toString()).toContain('ch_other');
});

test("stores nothing of a report that contradicts an earlier one or can't be read in full", async () => {
  const count = async () =>
    (
      await w.db
        .selectFrom('external_lines')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const before = await count();
  const at = '2026-03-03 10:00:00';
  const changed = await statements.import(
    'stripe',
    `${HEADER}\ntxn_new,${at},usd,1.00,0,1.00,charge,ch_n,\ntxn_other,${at},usd,58.00,2.04,55.96,charge,ch_other,`,
  );
  expect(changed.body.code).toBe('statement_conflict');
  const broken = await statements.import(
    'stripe',
    `${HEADER}\ntxn_new,${at},usd,1.00,0,1,charge,c,\ntxn_b,yesterday,usd,x,0,1,charge,,`,
  );
  expect(broken.body).toMatchObject({ code: 'statement_unreadable' });
  expect(broken.body.detail).toContain('Line 3, created_utc');
  expect(broken.body.detail).toContain('Line 3, gross');
  expect(await count()).toBe(before);
});
