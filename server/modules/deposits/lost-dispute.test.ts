import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import {
  balanceOf,
  clipperAvailable,
  clipperPending,
  host,
  type LedgerAccount,
  listing,
  loss,
  post,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { budgetOf } from '#server/modules/listings/listings.ts';
import { testPerson } from '#server/testing/api.ts';
import { testEarner, testRelease } from '#server/testing/available-earnings.ts';
import { count, insertListing, testClip, testListing } from '#server/testing/clips.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld();
afterAll(() => w.close());

const dollars = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const held = async (account: LedgerAccount) => (await balanceOf(w.db, account)) / 1_000_000n;
const proved = async () => expect((await reconcile(w.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);

/** Spends the amount on a listing that pays all of it to a clipper. */
async function spendForGood(hostId: AccountId, amount: bigint): Promise<void> {
  const [id, now] = [newId(), w.clock.now()];
  const { accountId: clipperId } = await testPerson(w.db, 'clipper');
  await transact(w.db, async (tx) => {
    const line = { debit: host(hostId), credit: listing(id), amountMicros: micros(amount), subjectId: id };
    await insertListing(tx, now, { id, hostId, budgetMicros: amount });
    await post(tx, {
      key: `listing.posted:${id}`,
      kind: 'listing.posted',
      occurredAt: now,
      transfers: [line],
    });
  });
  const earned = await testEarner(w.db, { id }, { clipperId, amount, now });
  await transact(w.db, (tx) => testRelease(tx, { id }, earned));
}

const about = new Set(['Earnings set aside', 'Earnings continue', 'A payment was taken back']);

/**
 * Creates a card payment that is spent, and two listings that other money funded. One listing has $30.00 and
 * clips of two people, who have $2.00 each released. The other has $10.00 and no clips. Both clips grow to
 * `views` views.
 */
async function world(views: number, paidDollars = 100) {
  const person = await w.newHost();
  const { id: depositId, url } = await w.begin(person, dollars(paidDollars));
  await w.pay(url);
  await w.settle();
  await spendForGood(person.accountId, dollars(paidDollars));
  const rest = { hostId: person.accountId, rateCents: 100 };
  const one = await testListing(w.db, w.clock.now(), { ...rest, budgetCents: 3_000 });
  const two = await testListing(w.db, w.clock.now(), { ...rest, budgetCents: 1_000 });
  const clips: { clip: string; clipperId: AccountId }[] = [];
  for (const _ of ['first', 'second']) {
    const { accountId: clipperId } = await testPerson(w.db, 'clipper');
    w.clock.advance(HOUR);
    const approvedAt = w.clock.now();
    const clip = await testClip(w.db, { listingId: one.id, clipperId, approvedAt, views: 2_000 });
    clips.push({ clip, clipperId });
  }
  await settle(w.db, w.clock.now());
  w.clock.advance(DAY);
  await releaseDue(w.db, w.clock.now());
  const lossBefore = await held(loss);
  await w.simulator.atStripe({ do: 'dispute', reference: depositId });
  await w.settle();
  for (const { clip } of clips) await count(w.db, clip, views, w.clock.now());
  await settle(w.db, w.clock.now());
  await proved();
  const end = async (outcome: 'won' | 'lost') => {
    await w.simulator.atStripe({ do: 'close-dispute', reference: depositId, outcome });
    await w.settle();
    await settle(w.db, w.clock.now());
    await proved();
  };
  const ofClippers = (account: (id: AccountId) => LedgerAccount) =>
    Promise.all(clips.map(({ clipperId }) => held(account(clipperId))));
  const notified = () =>
    Promise.all(
      clips.map(async ({ clipperId }) => {
        const rows = w.db
          .selectFrom('notifications')
          .select('title')
          .where('user_id', '=', personOf(clipperId));
        return (await rows.orderBy('id').execute())
          .map(({ title }) => title)
          .filter((title) => about.has(title));
      }),
    );
  return { person, one, two, end, notified, ofClippers, lost: async () => lossBefore - (await held(loss)) };
}

test('a lost dispute takes the host’s remaining money; released earnings stay, and waiting ones get the remainder', async () => {
  const { one, two, end, notified, ofClippers, lost } = await world(20_000);
  expect(await lost()).toBe(100n);
  expect(await ofClippers(clipperPending)).toEqual([0n, 0n]);
  await end('lost');
  expect(await notified()).toEqual(Array(2).fill(['Earnings set aside', 'A payment was taken back']));
  // The budgets had $26.00 and $10.00 left, which cover part of the loss. The platform takes the remaining
  // loss.
  expect(await lost()).toBe(64n);
  expect(await ofClippers(clipperAvailable)).toEqual([2n, 2n]);
  expect(await ofClippers(clipperPending)).toEqual([0n, 0n]);
  expect([await held(listing(one.id)), await held(listing(two.id))]).toEqual([0n, 0n]);
  expect(await budgetOf(w.db, one.id)).toMatchObject({
    returnedMicros: dollars(26),
    takenBackMicros: dollars(26),
    freeMicros: 0n,
  });
});

test('a won dispute pays waiting earnings in full', async () => {
  const { end, notified, ofClippers, lost } = await world(9_000);
  await end('won');
  expect(await notified()).toEqual(Array(2).fill(['Earnings set aside', 'Earnings continue']));
  expect(await lost()).toBe(0n);
  expect(await ofClippers(clipperPending)).toEqual([7n, 7n]);
});

test('a loss smaller than the budgets takes its share of each; clips are paid from the remainder in order of approval', async () => {
  const { person, one, two, end, ofClippers, lost } = await world(12_000, 18);
  expect(await lost()).toBe(18n);
  await end('lost');
  expect(await lost()).toBe(0n);
  expect(await w.balance(person.accountId)).toBe(0n);
  // The loss took $13.00 of $26.00 and $5.00 of $10.00. The first clip gets its $10.00 in full, the second
  // clip gets the remainder.
  expect(await ofClippers(clipperPending)).toEqual([10n, 3n]);
  expect([await held(listing(one.id)), await held(listing(two.id))]).toEqual([0n, 5n]);
});

test('a loss that the balance covers leaves the budgets unchanged', async () => {
  const { person, one, two, end, lost } = await world(2_000, 18);
  const body = { amountMicros: dollars(20).toString() };
  expect((await w.api.send('POST', '/api/deposits/test-card', { as: person, body })).status).toBe(200);
  await end('lost');
  expect(await lost()).toBe(0n);
  expect(await w.balance(person.accountId)).toBe(dollars(2));
  expect([await held(listing(one.id)), await held(listing(two.id))]).toEqual([26n, 10n]);
});
