import { afterAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#server/infra/clock.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { balanceOf, processorFees, reconcile } from '#server/modules/ledger/ledger.ts';
import { isBalanceFrozen } from '#server/modules/listings/listings.ts';
import { testPerson } from '#server/testing/api.ts';
import { stripeWorld } from '#server/testing/stripe.ts';
import { askRefund } from './refund.ts';

const w = await stripeWorld();
afterAll(() => w.close());

type Person = Awaited<ReturnType<typeof w.newHost>>;

async function paid(host: Person, amountMicros = 100_000_000n, number = '4242424242424242') {
  const { id, url } = await w.begin(host, amountMicros);
  await w.pay(url, { method: 'card', number });
  await w.settle();
  return id;
}
const refund = (host: Person, id: string) => w.api.send('POST', `/api/deposits/${id}/refund`, { as: host });
const rowOf = async (host: Person, id: string) =>
  (await w.api.send('GET', `/api/host/deposits/${id}`, { as: host })).body;
const proved = async () => expect((await reconcile(w.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);

test('spends the oldest deposit first, and refunds of each what is left of it', async () => {
  const host = await w.newHost();
  const first = await paid(host, 100_000_000n);
  w.clock.advance(MINUTE);
  const second = await paid(host, 50_000_000n);
  await w.spend(host.accountId, 70_000_000n);
  expect(await rowOf(host, first)).toMatchObject({ unspentMicros: '30000000' });
  expect(await rowOf(host, second)).toMatchObject({ unspentMicros: '50000000' });
  await w.spend(host.accountId, 40_000_000n);
  expect(await rowOf(host, second)).toMatchObject({ unspentMicros: '40000000' });
  expect((await refund(host, first)).body.code).toBe('refund_nothing');
  expect((await refund(host, second)).body).toMatchObject({ state: 'refunding', amountMicros: '40000000' });
  expect(await w.balance(host.accountId)).toBe(0n);
  await w.settle();
  expect(await rowOf(host, second)).toMatchObject({ refundState: 'refunded', refundedMicros: '40000000' });
  await proved();
});

test('retries a refund whose answer was lost, and pays once', async () => {
  const host = await w.newHost();
  const id = await paid(host);
  await refund(host, id);
  await w.simulator.atStripe({ do: 'delivery', mode: 'lost' });
  await w.simulator.setFault({ service: 'stripe', mode: 'lost-reply', minutes: 5 });
  await w.settle();
  expect(await rowOf(host, id)).toMatchObject({ refundState: 'refunding' });
  // After two days the processor has forgotten the idempotency key.
  w.clock.advance(2 * DAY);
  await w.settle();
  await w.simulator.atStripe({ do: 'delivery', mode: 'normal' });
  expect(await rowOf(host, id)).toMatchObject({ refundState: 'refunded', refundedMicros: '100000000' });
  expect((await w.simulator.atStripe({ do: 'refund', reference: id, cents: 1 })) === false).toBe(true);
  await proved();
});

test('a refund that the bank returns is back on the balance, and a new try has its own key', async () => {
  const host = await w.newHost();
  const id = await paid(host, 100_000_000n, '4000000000005126');
  await refund(host, id);
  await w.settle();
  expect(await rowOf(host, id)).toMatchObject({ refundState: 'refunded' });
  w.clock.advance(DAY + MINUTE);
  await w.settle();
  expect(await rowOf(host, id)).toMatchObject({ refundState: 'refund_failed', unspentMicros: '100000000' });
  expect(await w.balance(host.accountId)).toBe(100_000_000n);
  expect((await refund(host, id)).body.state).toBe('refunding');
  await w.settle();
  expect(await w.balance(host.accountId)).toBe(0n);
  await proved();
});

test('books a refund made at Stripe; the part that the host had spent is a loss', async () => {
  const host = await w.newHost();
  const id = await paid(host);
  await w.spend(host.accountId, 80_000_000n);
  await w.simulator.atStripe({ do: 'refund', reference: id, cents: 5_000 });
  await w.settle();
  expect(await w.balance(host.accountId)).toBe(0n);
  expect(await rowOf(host, id)).toMatchObject({ refundedMicros: '50000000', refundState: 'refunded' });
  await proved();
});

test('requires an admin’s approval after 30 days, and after three refunds within them', async () => {
  const [host, admin] = [await w.newHost(), await testPerson(w.db, 'admin')];
  for (let round = 0; round < 3; round++) {
    expect((await refund(host, await paid(host))).body.state).toBe('refunding');
  }
  const fourth = await paid(host);
  expect((await refund(host, fourth)).body.state).toBe('requested');
  expect((await refund(host, fourth)).body.code).toBe('refund_open');
  expect(await w.balance(host.accountId)).toBe(100_000_000n);
  await w.spend(host.accountId, 60_000_000n);
  const { refundId } = await rowOf(host, fourth);
  const waiting = await w.api.send('GET', '/api/admin/deposits?waiting=true', { as: admin });
  expect(waiting.body.rows.map(({ id }: { id: string }) => id)).toContain(fourth);
  const agreed = await w.api.send('POST', `/api/admin/refunds/${refundId}/agree`, { as: admin });
  expect(agreed.body).toEqual({ amountMicros: '40000000' });
  expect((await w.api.send('POST', `/api/admin/refunds/${refundId}/agree`, { as: admin })).status).toBe(409);

  const late = await w.newHost();
  const old = await paid(late);
  w.clock.advance(31 * DAY);
  expect(await rowOf(late, old)).toMatchObject({ refundAskedAt: null });
  expect((await refund(late, old)).body.state).toBe('requested');
  expect(await rowOf(late, old)).toMatchObject({ refundAskedAt: w.clock.now().toISOString() });
  const declined = await w.api.send(
    'POST',
    `/api/admin/refunds/${(await rowOf(late, old)).refundId}/decline`,
    {
      as: admin,
      body: { reason: 'Paid out already.' },
    },
  );
  expect(declined.status).toBe(200);
  expect(await rowOf(late, old)).toMatchObject({ refundState: 'declined', unspentMicros: '100000000' });
  await w.settle();
  await proved();
});

test('a concurrent refund and spending never use one dollar twice', async () => {
  for (let round = 0; round < 5; round++) {
    const host = await w.newHost();
    const id = await paid(host);
    const [spent, ...refunds] = await Promise.all([
      w.spend(host.accountId, 70_000_000n),
      ...Array.from({ length: 4 }, () => refund(host, id)),
    ]);
    const taken = refunds.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    const back = BigInt(taken[0]!.body.amountMicros);
    expect(back).toBe(spent === 'posted' ? 30_000_000n : 100_000_000n);
    expect(await w.balance(host.accountId)).toBe(0n);
  }
  await w.settle();
  await proved();
});

test('a deposit has one open request, however many arrive at once', async () => {
  const host = await w.newHost();
  const id = await paid(host);
  w.clock.advance(31 * DAY);
  for (let round = 0; round < 5; round++) {
    const asked = await Promise.all(Array.from({ length: 6 }, () => refund(host, id)));
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    await w.db
      .updateTable('deposit_refunds')
      .set({ state: 'declined', finished_at: w.clock.now() })
      .where('deposit_id', '=', id)
      .execute();
  }
  await proved();
});

test('refuses an admin’s approval of a refund while another payment of the host is questioned', async () => {
  const [host, admin] = [await w.newHost(), await testPerson(w.db, 'admin')];
  const [old, disputed] = [await paid(host), await paid(host)];
  w.clock.advance(31 * DAY);
  expect((await refund(host, old)).body.state).toBe('requested');
  const { refundId } = await rowOf(host, old);
  const agree = () => w.api.send('POST', `/api/admin/refunds/${refundId}/agree`, { as: admin });
  await w.simulator.atStripe({ do: 'dispute', reference: disputed });
  await w.settle();
  expect((await agree()).body.code).toBe('balance_frozen');
  expect(await w.balance(host.accountId)).toBe(100_000_000n);
  await w.simulator.atStripe({ do: 'close-dispute', reference: disputed, outcome: 'won' });
  await w.settle();
  expect((await agree()).body).toEqual({ amountMicros: '100000000' });
  await w.settle();
  await proved();
});

test('confirms a bank transfer once, by one reference, with the received amount, and refunds it by hand', async () => {
  const [host, admin] = [await w.newHost(), await testPerson(w.db, 'admin')];
  const ask = () =>
    w.api.send('POST', '/api/deposits/bank', { as: host, body: { amountMicros: '250000000' } });
  const [one, two] = [(await ask()).body, (await ask()).body];
  expect(one).toMatchObject({
    reference: expect.stringMatching(/^PM-[2-9A-Z]{8}$/),
    instructions: 'IBAN XX00',
  });
  const confirm = (id: string, bankReference = 'SEPA-1', amountMicros = '249500000') =>
    w.api.send('POST', `/api/admin/deposits/${id}/confirm`, {
      as: admin,
      body: { bankReference, amountMicros },
    });
  const tries = await Promise.all(Array.from({ length: 5 }, () => confirm(one.id)));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect((await confirm(two.id)).body.code).toBe('bank_reference_used');
  expect(await w.balance(host.accountId)).toBe(249_500_000n);
  expect((await w.api.send('POST', `/api/deposits/${two.id}/cancel`, { as: host })).status).toBe(200);
  expect((await confirm(two.id, 'SEPA-2')).status).toBe(200);

  await refund(host, one.id);
  const { refundId } = await rowOf(host, one.id);
  const paidBack = (path: string, body: object) =>
    w.api.send('POST', `/api/admin/refunds/${refundId}/${path}`, { as: admin, body });
  expect((await paidBack('failed', { reason: 'Account closed.' })).status).toBe(200);
  expect((await paidBack('paid', { reference: 'SEPA-3' })).status).toBe(409);
  expect(await w.balance(host.accountId)).toBe(499_000_000n);
  await proved();
});

test('a dispute freezes balance and listings and takes what is left; winning it returns everything', async () => {
  const [host, admin] = [await w.newHost(), await testPerson(w.db, 'admin')];
  const id = await paid(host);
  const other = await paid(host);
  await w.spend(host.accountId, 150_000_000n);
  await w.simulator.atStripe({ do: 'dispute', reference: id });
  await w.settle();
  expect(await w.stateOf(id)).toBe('disputed');
  expect(await w.balance(host.accountId)).toBe(0n);
  expect((await refund(host, other)).body.code).toBe('balance_frozen');
  await proved();
  await w.simulator.atStripe({ do: 'close-dispute', reference: id, outcome: 'won' });
  await w.settle();
  expect(await w.stateOf(id)).toBe('confirmed');
  expect(await w.balance(host.accountId)).toBe(50_000_000n);
  expect(await isBalanceFrozen(w.db, host.accountId)).toBe(false);

  await w.simulator.atStripe({ do: 'dispute', reference: other });
  await w.simulator.atStripe({ do: 'close-dispute', reference: other, outcome: 'lost' });
  await w.settle();
  expect(await w.stateOf(other)).toBe('charged_back');
  expect(await isBalanceFrozen(w.db, host.accountId)).toBe(true);
  const lifted = await w.api.send('POST', `/api/admin/deposits/${other}/lift`, {
    as: admin,
    body: { reason: 'Looked at.' },
  });
  expect(lifted.status).toBe(200);
  expect(await isBalanceFrozen(w.db, host.accountId)).toBe(false);
  await proved();
});

test('refunds nothing of another host’s deposit', async () => {
  const [host, other] = [await w.newHost(), await w.newHost()];
  const id = await paid(host);
  const asked = await transact(w.db, (tx) =>
    askRefund(tx, { depositId: id, hostId: other.accountId, userId: other.userId, now: w.clock.now() }),
  );
  expect(isRefusal(asked) && asked.code).toBe('not_found');
});

test('books a dispute fee once as the platform’s expense, and reverses it if the processor returns it', async () => {
  const host = await w.newHost();
  const id = await paid(host, 100_000_000n);
  const cost = async () => -(await balanceOf(w.db, processorFees));
  const before = await cost();
  await w.simulator.atStripe({ do: 'delivery', mode: 'duplicated' });
  await w.simulator.atStripe({ do: 'dispute', reference: id });
  await w.settle();
  expect((await cost()) - before).toBe(15_000_000n);
  await w.simulator.atStripe({ do: 'delivery', mode: 'reordered' });
  await w.simulator.atStripe({ do: 'close-dispute', reference: id, outcome: 'won' });
  await w.settle();
  await w.simulator.atStripe({ do: 'delivery', mode: 'normal' });
  expect(await cost()).toBe(before);
  await proved();
  expect(await w.balance(host.accountId)).toBe(100_000_000n);
});
