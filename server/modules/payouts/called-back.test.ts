import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MINUTE } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { releaseDue, settle, takeBack } from '#server/modules/earnings/earnings.ts';
import { excludeFraud } from '#server/modules/fraud-holds/fraud-holds.ts';
import {
  balanceOf,
  clipperAvailable,
  clipperOwed,
  listing,
  payoutAccount,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';
import { callBackOwed } from './call-back.job.ts';
import { claimBatch } from './paypal/claim-batch.ts';

const t = await paypalTrial();
const { db, clock, api } = t;
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterEach(async () => {
  await t.fault('ok');
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(async () => {
  await t.close();
});

/** Creates a person who withdrew $20.00. All views behind the payout were bought. */
async function asked() {
  const { id: listingId } = await testListing(db, clock.now());
  const as = await testPerson(db, 'clipper');
  const body = { email: `${as.accountId}@paypal.example`, country: 'US' };
  await api.send('PUT', '/api/clipper/payout-address', { as, body });
  const clip = await testClip(db, {
    listingId,
    clipperId: as.accountId,
    approvedAt: clock.now(),
    views: 10_000,
  });
  await settle(db, clock.now(), { listingId });
  clock.advance(DAY);
  await releaseDue(db, clock.now(), { clipperIds: [as.accountId] });
  return { as, clip, listingId, id: await t.withdraw(as) };
}

const uphold = async (clip: string) =>
  (
    await api.send('POST', `/api/admin/submissions/${clip}/uphold-fraud`, {
      as: admin,
      body: { toViews: null, note: 'Bought.' },
    })
  ).body;
const act = (id: string, what: string) => api.send('POST', `/api/admin/payouts/${id}/${what}`, { as: admin });
const balances = async ({ accountId }: Actor) => [
  await balanceOf(db, clipperAvailable(accountId)),
  await balanceOf(db, clipperOwed(accountId)),
];
const TAKEN = {
  takenBackMicros: '20000000',
  owedMicros: '0',
  canceledMicros: '20000000',
  inFlightMicros: '0',
};
const LEFT = {
  takenBackMicros: '0',
  owedMicros: '20000000',
  canceledMicros: '0',
  inFlightMicros: '20000000',
};

test('a payout in a batch that was never tried is called back, and the rest of the batch is sent', async () => {
  const [bought, honest] = [await asked(), await asked()];
  clock.advance(LEAVES_AFTER);
  const batch = await transact(db, (tx) => claimBatch(tx, clock.now()));
  expect(await t.payout(bought.id)).toMatchObject({ state: 'processing', batch_id: batch });
  expect(await uphold(bought.clip)).toEqual(TAKEN);
  expect(await balances(bought.as)).toEqual([0n, 0n]);
  for (let round = 0; round < 3; round++) await t.pass(MINUTE);
  expect(await t.payout(bought.id)).toMatchObject({ state: 'canceled', batch_id: null });
  expect(await t.payout(honest.id)).toMatchObject({ state: 'paid' });
  expect(await t.atPaypal(bought.id)).toEqual([]);
});

test('a batch whose only payout was called back is not sent', async () => {
  const { clip, id } = await asked();
  clock.advance(LEAVES_AFTER);
  const batch = await transact(db, (tx) => claimBatch(tx, clock.now()));
  expect(await uphold(clip)).toEqual(TAKEN);
  await t.pass(MINUTE);
  expect((await t.batches()).find((one) => one.id === batch)).toMatchObject({ state: 'closed', attempts: 0 });
  expect(await t.atPaypal(id)).toEqual([]);
});

test('a payout that PayPal refused and that waits for another try is called back', async () => {
  const { clip, id } = await asked();
  await t.fault('no-funds');
  await t.pass(LEAVES_AFTER);
  expect(await t.payout(id)).toMatchObject({ state: 'processing', batch_id: null });
  expect(await uphold(clip)).toEqual(TAKEN);
  expect(await t.payout(id)).toMatchObject({ state: 'canceled' });
});

test('a payout that PayPal may have is not called back, and its amount becomes a debt', async () => {
  const { as, clip, id } = await asked();
  await t.fault('lost-reply');
  await t.pass(LEAVES_AFTER);
  expect(await t.payout(id)).toMatchObject({ state: 'processing' });
  expect(await uphold(clip)).toEqual(LEFT);
  expect(await balances(as)).toEqual([0n, -20_000_000n]);
  await t.fault('ok');
  for (let round = 0; round < 4; round++) await t.pass(MINUTE);
  expect(await t.payout(id)).toMatchObject({ state: 'paid' });
});

test('fraud upheld while a payout is requested, canceled, started and sent takes all of it back or records a debt', async () => {
  for (let round = 0; round < 6; round++) {
    const { as, clip, id, listingId } = await asked();
    if (round % 2 === 0) clock.advance(LEAVES_AFTER);
    const [taken] = await Promise.all([
      uphold(clip),
      t.paying.run(clock.now()),
      transact(db, (tx) => claimBatch(tx, clock.now())),
      act(id, 'process'),
      round % 3 === 0 ? api.send('POST', `/api/payouts/${id}/cancel`, { as }) : null,
      api.send('POST', '/api/payouts', { as, body: {} }),
    ]);
    expect(BigInt(taken.takenBackMicros) + BigInt(taken.owedMicros)).toBe(20_000_000n);
    expect(await balanceOf(db, listing(listingId))).toBe(100_000_000n);
    const out = await db
      .selectFrom('payouts')
      .select('amount_micros')
      .where('clipper_id', '=', as.accountId)
      .where('state', 'in', ['requested', 'processing', 'paid'])
      .execute();
    const left = out.reduce((sum, { amount_micros }) => sum + amount_micros, 0n);
    expect(await balances(as)).toEqual([0n, -left]);
    if (left === 0n) expect(await balanceOf(db, payoutAccount(id))).toBe(0n);
    expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
  }
});

test('a waiting payout of a clipper with an older debt pays off the debt', async () => {
  const { as, clip, listingId, id } = await asked();
  const { accountId: clipperId } = as;
  const range = { submissionId: clip, fromViews: 0n, toViews: null };
  await transact(db, async (tx) => {
    await excludeFraud(tx, { ...range, adminId: admin.userId, note: 'Bought.', now: clock.now() });
    await takeBack(tx, { submissionId: clip, listingId, clipperId, now: clock.now() });
  });
  expect(await balances(as)).toEqual([0n, -20_000_000n]);
  expect(await t.payout(id)).toMatchObject({ state: 'requested' });
  await callBackOwed(db).run(clock.now());
  expect(await t.payout(id)).toMatchObject({ state: 'canceled' });
  expect(await balances(as)).toEqual([0n, 0n]);
});
