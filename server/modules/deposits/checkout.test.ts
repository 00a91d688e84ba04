import { afterAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld();
afterAll(() => w.close());

const ofHost = async (id: string, as: Awaited<ReturnType<typeof w.newHost>>) =>
  (await w.api.send('GET', `/api/host/deposits/${id}`, { as })).body;
const proved = async () => expect((await reconcile(w.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);

test('adds a card deposit when Stripe reports it paid, mails a receipt, and books the fee on the platform', async () => {
  const host = await w.newHost();
  const { id, url } = await w.begin(host);
  expect(await ofHost(id, host)).toMatchObject({ state: 'created', payable: true });
  const paid = await w.pay(url);
  expect(paid).toMatchObject({ status: 303, location: `http://localhost:3000/host/budget?deposit=${id}` });
  await w.settle();
  expect(await w.balance(host.accountId)).toBe(100_000_000n);
  expect(await ofHost(id, host)).toMatchObject({
    state: 'confirmed',
    unspentMicros: '100000000',
    payable: false,
  });
  const mail = await w.db
    .selectFrom('outbound_emails')
    .selectAll()
    .where('to_address', '=', host.email)
    .executeTakeFirstOrThrow();
  expect(mail.subject).toBe('Receipt: $100.00 added to your Permille balance');
  const fee = await w.db
    .selectFrom('ledger_transfers')
    .selectAll()
    .where('subject_id', '=', id)
    .where('kind', '=', 'processor.fee')
    .executeTakeFirst();
  expect(fee).toMatchObject({
    amount_micros: 3_200_000n,
    debit_kind: 'platform_processor_fees',
    credit_kind: 'clearing_stripe',
  });
  await proved();
});

test('the return page credits nothing, and a declined card charges nothing', async () => {
  const host = await w.newHost();
  const { id, url } = await w.begin(host);
  const declined = await w.pay(url, { method: 'card', number: '4000 0000 0000 0002' });
  expect(declined).toMatchObject({ status: 402 });
  expect(declined.text).toContain('Your card was declined.');
  await w.api.send('GET', `/api/host/deposits/${id}?deposit=${id}`, { as: host });
  await w.settle();
  expect(await w.stateOf(id)).toBe('created');
  expect(await w.balance(host.accountId)).toBe(0n);
  expect((await w.pay(url)).status).toBe(303);
});

test('opens the same payment page for repeated requests and after a lost answer', async () => {
  const host = await w.newHost();
  await w.simulator.setFault({ service: 'stripe', mode: 'lost-reply', minutes: 5 });
  const { id, opened } = await w.begin(host);
  expect(opened).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } });
  await w.simulator.setFault({ service: 'stripe', mode: 'ok', minutes: 1 });
  const urls = await Promise.all(
    Array.from(
      { length: 4 },
      async () => (await w.api.send('POST', `/api/deposits/${id}/open`, { as: host })).body.url,
    ),
  );
  expect(new Set(urls).size).toBe(1);
  await w.pay(urls[0]);
  await w.settle();
  expect(await w.balance(host.accountId)).toBe(100_000_000n);
});

test('shows a bank debit as under way, then confirms or fails it when the bank decides', async () => {
  const host = await w.newHost();
  const good = await w.begin(host);
  const bad = await w.begin(host);
  await w.pay(good.url, { method: 'bank-succeeds' });
  await w.pay(bad.url, { method: 'bank-fails' });
  await w.settle();
  expect(await ofHost(good.id, host)).toMatchObject({ state: 'created', pending: true, payable: false });
  expect(await w.balance(host.accountId)).toBe(0n);
  w.clock.advance(3 * DAY + MINUTE);
  await w.settle();
  expect(await w.stateOf(good.id)).toBe('confirmed');
  expect(await w.stateOf(bad.id)).toBe('failed');
  expect(await w.balance(host.accountId)).toBe(100_000_000n);
  await proved();
});

test('polling finds paid, failed and expired deposits when every message is lost', async () => {
  const host = await w.newHost();
  await w.simulator.atStripe({ do: 'delivery', mode: 'lost' });
  const paid = await w.begin(host);
  const debit = await w.begin(host);
  const left = await w.begin(host);
  await w.pay(paid.url);
  await w.pay(debit.url, { method: 'bank-fails' });
  w.clock.advance(3 * MINUTE);
  await w.settle();
  expect(await w.stateOf(paid.id)).toBe('confirmed');
  for (let day = 0; day < 16; day++) {
    w.clock.advance(6 * HOUR);
    await w.settle();
  }
  expect(await w.stateOf(debit.id)).toBe('failed');
  expect(await w.stateOf(left.id)).toBe('failed');
  await w.simulator.atStripe({ do: 'delivery', mode: 'normal' });
  expect(await w.balance(host.accountId)).toBe(100_000_000n);
  await proved();
});

test('expires a page that was never opened after an hour, and does not open it later', async () => {
  const host = await w.newHost();
  const { body } = await w.api.send('POST', '/api/deposits/card', {
    as: host,
    body: { amountMicros: '50000000' },
  });
  w.clock.advance(HOUR + MINUTE);
  await w.settle();
  expect(await w.stateOf(body.id)).toBe('failed');
  const opened = await w.api.send('POST', `/api/deposits/${body.id}/open`, { as: host });
  expect(opened.body.code).toBe('deposit_state');
});

test('a host can neither see nor open another host’s deposit', async () => {
  const [host, other] = [await w.newHost(), await w.newHost()];
  const { id } = await w.begin(host);
  for (const [method, path] of [
    ['GET', `/api/host/deposits/${id}`],
    ['POST', `/api/deposits/${id}/open`],
    ['POST', `/api/deposits/${id}/refund`],
    ['POST', `/api/deposits/${id}/cancel`],
  ] as const) {
    expect((await w.api.send(method, path, { as: other })).status).toBe(404);
  }
});
