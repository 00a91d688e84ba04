import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY } from '#server/infra/clock.ts';
import { balanceOf, clearing, loss, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld(['account data', 'suspense']);
const { db, api } = w;
let admin: Actor;
let other: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
  other = await testPerson(db, 'admin');
});
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(() => w.close());

const FAILS_LATER = '4000000000005126';
const usernameOf = async (accountId: AccountId) =>
  (
    await db
      .selectFrom('profiles')
      .select('username')
      .where('user_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).username;

async function paid(as: Actor, number = '4242424242424242') {
  const { id, url } = await w.begin(as);
  await w.pay(url, { method: 'card', number });
  await w.settle();
  return id;
}
const close = async (as: Actor) =>
  await api.send('POST', '/api/account/close', {
    as,
    body: { confirmation: await usernameOf(as.accountId), password: 'right' },
  });
const waiting = async (as: Actor) =>
  (await api.send('GET', '/api/admin/suspense', { as: admin })).body.rows.filter(
    (row: { ownerId: AccountId }) => row.ownerId === as.accountId,
  );
const resolve = (id: string, how: string, body: object = {}, as = admin) =>
  api.send('POST', `/api/admin/suspense/${id}/${how}`, { as, body: { reason: 'They wrote.', ...body } });

/** Creates a host who paid by card, got a full refund and closed the account. */
async function refundedAndGone(number = FAILS_LATER) {
  const as = await w.newHost();
  const deposit = await paid(as, number);
  await api.send('POST', `/api/deposits/${deposit}/refund`, { as });
  await w.settle();
  expect((await close(as)).status).toBe(200);
  return { as, deposit };
}

/** Creates a host who left a payment page open, closed the account, and then paid on that page. */
async function paidAfterLeaving() {
  const as = await w.newHost();
  const { id, url } = await w.begin(as);
  await db.updateTable('deposits').set({ state: 'failed', due_at: null }).where('id', '=', id).execute();
  expect((await close(as)).status).toBe(200);
  await w.pay(url);
  await w.settle();
  return { as, id };
}

test('refuses to close an account while a refund of it is requested or under way', async () => {
  const as = await w.newHost();
  const deposit = await paid(as);
  await api.send('POST', `/api/deposits/${deposit}/refund`, { as });
  expect(await w.balance(as.accountId)).toBe(0n);
  const refused = await close(as);
  expect(refused.body).toMatchObject({
    code: 'account_open',
    detail: expect.stringContaining('1 refund of a deposit is not finished yet'),
  });
  await w.settle();
  expect((await close(as)).status).toBe(200);
});

test('refuses to close an account while a bank decides a dispute about its payment', async () => {
  const as = await w.newHost();
  await paid(as, '4000000000000259');
  expect((await close(as)).body.detail).toContain('A dispute of a deposit is not decided yet.');
});

test('a refund that fails after its host has left goes to suspense, and an admin sends it by hand', async () => {
  const { as } = await refundedAndGone();
  w.clock.advance(DAY + 1_000);
  await w.settle();
  expect(await w.balance(as.accountId)).toBe(0n);
  const [item] = await waiting(as);
  expect(item).toMatchObject({ cause: 'refund_failed', amountMicros: '100000000', rail: 'stripe' });
  expect(item.ways).toEqual(['card', 'send_back', 'credit', 'write_off']);
  const before = await balanceOf(db, clearing('bank'));
  expect((await resolve(item.id, 'send-back', { rail: 'bank', reference: 'T 1' })).status).toBe(200);
  expect((await balanceOf(db, clearing('bank'))) - before).toBe(100_000_000n);
  expect(await waiting(as)).toEqual([]);
  const notified = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', as.userId)
    .execute();
  expect(notified).toEqual([]);
});

test('an admin retries the refund to the card once, and it returns to suspense if that fails', async () => {
  const { as } = await refundedAndGone();
  w.clock.advance(DAY + 1_000);
  await w.settle();
  const [item] = await waiting(as);
  const replies = await Promise.all([resolve(item.id, 'refund'), resolve(item.id, 'refund')]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await w.settle();
  expect(await waiting(as)).toEqual([]);
  w.clock.advance(DAY + 1_000);
  await w.settle();
  const [again] = await waiting(as);
  expect(again).toMatchObject({ cause: 'refund_failed', amountMicros: '100000000' });
  expect(again.id).not.toBe(item.id);
});

test('a payment that arrives after its host has left goes to suspense, without a receipt or a name', async () => {
  const { as, id } = await paidAfterLeaving();
  expect(await w.stateOf(id)).toBe('confirmed');
  expect(await waiting(as)).toMatchObject([{ cause: 'late_deposit', amountMicros: '100000000' }]);
  const mails = await db
    .selectFrom('outbound_emails')
    .select('id')
    .where('to_address', 'like', `${as.accountId}%`)
    .where('subject', 'like', 'Receipt%')
    .execute();
  expect(mails).toEqual([]);
  const payer = await db
    .selectFrom('card_payments')
    .select('payer_email')
    .where('deposit_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(payer.payer_email).toBeNull();
});

test('an admin returns a payment made after closing to the card with one press; a refund made at Stripe itself causes no loss', async () => {
  const { as } = await paidAfterLeaving();
  const [item] = await waiting(as);
  expect((await resolve(item.id, 'refund')).status).toBe(200);
  await w.settle();
  expect(await waiting(as)).toEqual([]);
  const { as: second, id: atStripe } = await paidAfterLeaving();
  const before = await balanceOf(db, loss);
  await w.simulator.atStripe({ do: 'refund', reference: atStripe, cents: 4_000 });
  await w.settle();
  expect(await balanceOf(db, loss)).toBe(before);
  expect(await waiting(second)).toMatchObject([{ amountMicros: '60000000' }]);
});

test('a dispute takes a payment made after closing out of suspense, and winning it puts the payment back', async () => {
  const { as, id } = await paidAfterLeaving();
  const before = await balanceOf(db, loss);
  await w.simulator.atStripe({ do: 'dispute', reference: id });
  await w.settle();
  expect(await waiting(as)).toEqual([]);
  expect(await balanceOf(db, loss)).toBe(before);
  await w.simulator.atStripe({ do: 'close-dispute', reference: id, outcome: 'won' });
  await w.settle();
  expect(await waiting(as)).toMatchObject([{ cause: 'dispute_won', amountMicros: '100000000' }]);
});

test('an admin credits a payment made after closing to a host, who can spend it or have it refunded', async () => {
  const { as } = await paidAfterLeaving();
  const [item] = await waiting(as);
  const again = await w.newHost();
  const username = await usernameOf(again.accountId);
  expect((await resolve(item.id, 'credit', { username })).status).toBe(200);
  expect(await w.balance(again.accountId)).toBe(100_000_000n);
  const [deposit] = (await api.send('GET', '/api/host/deposits', { as: again })).body.rows;
  expect(deposit).toMatchObject({ state: 'confirmed', unspentMicros: '100000000' });
  expect((await api.send('POST', `/api/deposits/${deposit.id}/refund`, { as: again })).status).toBe(200);
  expect(await w.balance(again.accountId)).toBe(0n);
});

test('a large amount leaves suspense when two admins do the same', async () => {
  const as = await w.newHost();
  const { id, url } = await w.begin(as, 5_000_000_000n);
  await db.updateTable('deposits').set({ state: 'failed', due_at: null }).where('id', '=', id).execute();
  await close(as);
  await w.pay(url);
  await w.settle();
  const [item] = await waiting(as);
  const send = (by: Actor, reference: string) =>
    resolve(item.id, 'send-back', { rail: 'bank', reference }, by);
  expect((await send(admin, 'T 7')).body.code).toBe('second_admin_needed');
  expect((await send(other, 'T 8')).body.code).toBe('second_admin_needed');
  expect((await send(other, 'T 7')).status).toBe(200);
  expect(await waiting(as)).toEqual([]);
});
