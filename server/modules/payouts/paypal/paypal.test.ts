import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import {
  balanceOf,
  clearing,
  clipperAvailable,
  processorFees,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';
import { claimBatch } from './claim-batch.ts';

const t = await paypalTrial();
const { db, clock } = t;
beforeEach(() => t.fault('ok'));
afterEach(async () => {
  const broken = (await reconcile(db)).invariants.filter(
    ({ ok, name }) => !ok && !name.startsWith('released'),
  );
  expect(broken).toEqual([]);
});
afterAll(() => t.close());

const available = (accountId: AccountId) => balanceOf(db, clipperAvailable(accountId));
const cancel = (id: string, as: Awaited<ReturnType<typeof t.clipper>>) =>
  t.api.send('POST', `/api/payouts/${id}/cancel`, { as });

test('a withdrawal is handed over after ten minutes and paid, and the platform pays its fee', async () => {
  const person = await t.clipper(25, 'ann@paypal.example');
  const before = await balanceOf(db, processorFees);
  const id = await t.withdraw(person);
  await t.pass(9 * MINUTE);
  expect(await t.payout(id)).toMatchObject({ state: 'requested', rail: 'manual' });
  await t.pass(2 * MINUTE);
  expect(await t.payout(id)).toMatchObject({ state: 'processing', rail: 'paypal' });
  expect((await cancel(id, person)).body.code).toBe('payout_state');
  await t.pass(MINUTE);
  const paid = await t.payout(id);
  expect(paid).toMatchObject({ state: 'paid', item_state: 'SUCCESS' });
  expect(paid.reference).toMatch(/^[A-Z0-9]{17}$/);
  expect((await balanceOf(db, processorFees)) - before).toBe(-500_000n);
  expect(await t.atPaypal(id)).toEqual([expect.objectContaining({ state: 'SUCCESS', value: '25.00' })]);
});

test.each(['lost-reply', 'silent', 'down', 'garbled', 'rate-limited'])(
  'a batch is sent again under the same id while PayPal is %s, and is paid once',
  async (mode) => {
    const person = await t.clipper(12, 'bob@paypal.example');
    const id = await t.withdraw(person);
    await t.fault(mode);
    await t.pass(LEAVES_AFTER);
    expect(await t.payout(id)).toMatchObject({ state: 'processing' });
    await t.pass(10 * MINUTE);
    await t.fault('ok');
    await t.pass(2 * HOUR);
    await t.pass(HOUR);
    expect(await t.payout(id)).toMatchObject({ state: 'paid' });
    expect(await t.atPaypal(id)).toHaveLength(1);
    expect(await available(person.accountId)).toBe(0n);
  },
  30_000,
);

test('a refusal after a lost reply proves nothing: the same id is sent until PayPal names the batch', async () => {
  const person = await t.clipper(12, 'cleo@paypal.example');
  const id = await t.withdraw(person);
  await t.fault('lost-reply');
  await t.pass(LEAVES_AFTER);
  await t.fault('no-funds');
  await t.pass(2 * HOUR);
  const { batch_id } = await t.payout(id);
  expect(batch_id).not.toBeNull();
  await t.fault('ok');
  await t.pass(2 * HOUR);
  await t.pass(HOUR);
  expect(await t.payout(id)).toMatchObject({ state: 'paid', batch_id });
  expect(await t.atPaypal(id)).toHaveLength(1);
});

test('without money at PayPal a payout waits and is sent later under a new id', async () => {
  const person = await t.clipper(12, 'dan@paypal.example');
  const id = await t.withdraw(person);
  await t.fault('no-funds');
  await t.pass(LEAVES_AFTER);
  expect(await t.payout(id)).toMatchObject({ state: 'processing', batch_id: null });
  const refused = (await t.batches()).at(-1)!;
  expect(refused).toMatchObject({ state: 'refused', problem: '422 INSUFFICIENT_FUNDS' });
  await t.fault('ok');
  await t.pass(61 * MINUTE);
  await t.pass(MINUTE);
  const paid = await t.payout(id);
  expect(paid.state).toBe('paid');
  expect(paid.batch_id).not.toBe(refused.id);
});

test('an address that PayPal does not accept fails only its own payout, with the reason', async () => {
  const good = await t.clipper(12, 'eve@paypal.example');
  const bad = await t.clipper(12, 'fay@paypal.example');
  const ids = [await t.withdraw(good), await t.withdraw(bad)];
  // This address is shorter than PayPal's minimum. Our own form would refuse it.
  await db.updateTable('payouts').set({ destination: 'x' }).where('id', '=', ids[1]!).execute();
  await t.pass(LEAVES_AFTER);
  for (let round = 0; round < 3; round++) await t.pass(MINUTE);
  expect(await t.payout(ids[0]!)).toMatchObject({ state: 'paid' });
  expect(await t.payout(ids[1]!)).toMatchObject({
    state: 'failed',
    failure: 'PayPal does not accept the Payment Email. Check it, or enter another one.',
  });
  expect(await available(bad.accountId)).toBe(12_000_000n);
});

test.each(['failed', 'blocked'])(
  '%s at PayPal makes the money available again, with the reason',
  async (word) => {
    const person = await t.clipper(12, `${word}.gus@paypal.example`);
    const id = await t.withdraw(person);
    await t.pass(LEAVES_AFTER);
    await t.pass(MINUTE);
    expect(await t.payout(id)).toMatchObject({ state: 'failed' });
    expect((await t.payout(id)).failure).toMatch(/Payment Email/);
    expect(await available(person.accountId)).toBe(12_000_000n);
  },
);

test('a payment returned after it was paid is available again, and PayPal no longer owes it to us', async () => {
  const person = await t.clipper(12, 'returned.hal@paypal.example');
  const before = await balanceOf(db, clearing('paypal'));
  const id = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  expect(await t.payout(id)).toMatchObject({ state: 'paid' });
  await t.pass(4 * DAY);
  expect(await t.payout(id)).toMatchObject({ state: 'returned' });
  expect(await available(person.accountId)).toBe(12_000_000n);
  expect((await balanceOf(db, clearing('paypal'))) - before).toBe(240_000n);
});

test('a clipper is notified of unclaimed money and can take it back; otherwise it is returned after 30 days', async () => {
  const person = await t.clipper(12, 'unclaimed.ida@paypal.example');
  const id = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  const { body } = await t.api.send('GET', '/api/clipper/payouts', { as: person });
  expect(body.rows[0]).toMatchObject({ state: 'processing', waits: 'unclaimed' });
  expect(await available(person.accountId)).toBe(0n);
  const notified = await db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', person.userId)
    .execute();
  expect(notified).toEqual([{ kind: 'payout.unclaimed' }]);
  const replies = await Promise.all(
    [1, 2].map(() => t.api.send('POST', `/api/payouts/${id}/take-back`, { as: person })),
  );
  expect(replies.map(({ status }) => status)).toContain(200);
  expect(await t.payout(id)).toMatchObject({ state: 'failed' });
  expect(await available(person.accountId)).toBe(12_000_000n);
  const again = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  await t.pass(31 * DAY);
  expect(await t.payout(again)).toMatchObject({ state: 'failed' });
  expect(await available(person.accountId)).toBe(12_000_000n);
});

test('a process killed between the commit and the call, or between the call and its record, sends a batch once', async () => {
  const person = await t.clipper(12, 'jon@paypal.example');
  const id = await t.withdraw(person);
  clock.advance(LEAVES_AFTER);
  const batchId = await transact(db, (tx) => claimBatch(tx, clock.now()));
  expect(await t.atPaypal(id)).toEqual([]);
  // The request was sent, and the process ended before it recorded the reply.
  const sent = await t.client.send(batchId!, [
    {
      payoutId: id,
      receiver: 'jon@paypal.example',
      amountMicros: (await t.payout(id)).amount_micros as never,
    },
  ]);
  expect(sent.kind).toBe('accepted');
  await t.pass(3 * MINUTE);
  await t.pass(MINUTE);
  expect(await t.payout(id)).toMatchObject({ state: 'paid', batch_id: batchId });
  expect(await t.atPaypal(id)).toHaveLength(1);
});

test('with two processes, cancels and withdrawals at the same moment each payout is in one batch or canceled', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, n) => t.clipper(12, `kim${n}@paypal.example`)),
  );
  const ids = await Promise.all(people.map((person) => t.withdraw(person)));
  clock.advance(LEAVES_AFTER);
  await Promise.all([
    t.paying.run(clock.now()),
    ...people.map((person, n) => cancel(ids[n]!, person)),
    t.paying.run(clock.now()),
    ...people.map((person) => t.api.send('POST', '/api/payouts', { as: person, body: {} })),
  ]);
  await t.pass(LEAVES_AFTER);
  await t.pass(5 * MINUTE);
  for (const [n, id] of ids.entries()) {
    const { state } = await t.payout(id);
    const there = await t.atPaypal(id);
    expect([state, there.length]).toEqual(state === 'canceled' ? ['canceled', 0] : ['paid', 1]);
    expect((await available(people[n]!.accountId)) % 12_000_000n).toBe(0n);
  }
});

test('a batch without an answer is handed to a person before PayPal forgets its id', async () => {
  const person = await t.clipper(12, 'lea@paypal.example');
  const id = await t.withdraw(person);
  await t.fault('down');
  await t.pass(LEAVES_AFTER);
  const admin = await testPerson(t.db, 'admin');
  const fail = () =>
    t.api.send('POST', `/api/admin/payouts/${id}/failed`, { as: admin, body: { reason: 'Never arrived' } });
  expect((await fail()).body.code).toBe('payout_at_processor');
  const paid = { as: admin, body: { reference: 'By bank' } };
  expect((await t.api.send('POST', `/api/admin/payouts/${id}/paid`, paid)).body.code).toBe(
    'payout_at_processor',
  );
  await t.pass(26 * DAY);
  await t.fault('ok');
  await t.pass(HOUR);
  expect(await t.atPaypal(id)).toEqual([]);
  expect((await fail()).status).toBe(200);
  expect(await available(person.accountId)).toBe(12_000_000n);
});

test('keeps an unclaimed payout as it is while PayPal can’t be asked to take it back', async () => {
  const person = await t.clipper(12, 'unclaimed.away@paypal.example');
  const id = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  const takeBack = () => t.api.send('POST', `/api/payouts/${id}/take-back`, { as: person });
  await t.fault('down');
  expect((await takeBack()).body.code).toBe('processor_unreachable');
  expect(await t.payout(id)).toMatchObject({ state: 'processing', item_state: 'UNCLAIMED' });
  expect(await available(person.accountId)).toBe(0n);
  await t.fault('ok');
  expect((await takeBack()).status).toBe(200);
  expect(await available(person.accountId)).toBe(12_000_000n);
});
