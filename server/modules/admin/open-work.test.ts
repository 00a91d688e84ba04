import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { clipperOwed, listing, post } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { appealWorld } from '#server/testing/appeals.ts';
import { testEarner, testRelease } from '#server/testing/available-earnings.ts';
import { testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { findObstacles } from './find-obstacles.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const world = await appealWorld(db, clock);
afterAll(async () => {
  await world.api.close();
  await t.close();
});

const obstacles = async (accountId: AccountId) => (await findObstacles(db, accountId, clock.now())).obstacles;

test('an open appeal keeps an account open, a decided one does not', async () => {
  const made = await testListing(db, clock.now());
  const person = await testPerson(db, 'clipper');
  const clip = await world.rejected(made, person.accountId, 5_000);
  await world.file(clip, person);
  expect(await obstacles(person.accountId)).toEqual(['An appeal of yours is not decided yet.']);
  await world.decide(clip, 'dismiss');
  await world.runDue();
  expect(await obstacles(person.accountId)).toEqual([]);
});

test('a debt keeps an account open until it is written off', async () => {
  const person = await testPerson(db, 'clipper');
  const { id } = await testListing(db, clock.now());
  const owes = {
    debit: clipperOwed(person.accountId),
    credit: listing(id),
    amountMicros: centsToMicros(250),
  };
  const transfers = [{ ...owes, subjectId: id }];
  await transact(db, (tx) => post(tx, { key: id, kind: 'fraud.upheld', occurredAt: clock.now(), transfers }));
  expect(await obstacles(person.accountId)).toEqual([
    'You owe $2.50 for views that a reviewer found were not real. Support can settle it.',
  ]);
  await world.api.send('POST', `/api/admin/users/${person.accountId}/write-off-debt`, {
    as: world.admin,
    body: { reason: 'Gone.' },
  });
  expect(await obstacles(person.accountId)).toEqual([]);
});

const cardDeposit = (hostId: AccountId, state: 'confirmed' | 'disputed') =>
  db
    .insertInto('deposits')
    .values({
      id: newId(),
      host_id: hostId,
      rail: 'stripe',
      amount_micros: 50_000_000n,
      state,
      reference: 'Card',
      created_at: clock.now(),
      confirmed_at: clock.now(),
    })
    .execute();

test('refuses to close an account while its deposit is questioned, so that somebody can cover the loss', async () => {
  const person = await testPerson(db, 'host');
  await cardDeposit(person.accountId, 'disputed');
  expect(await obstacles(person.accountId)).toContain('A dispute of a deposit is not decided yet.');
});

test('closing the account does not pay earnings that wait for a first card deposit to season', async () => {
  const made = await testListing(db, clock.now());
  const person = await testPerson(db, 'clipper');
  await cardDeposit(made.hostId, 'confirmed');
  const earned = { clipperId: person.accountId, amount: 4_000_000n, now: clock.now(), pendingHours: 0 };
  const clip = await testEarner(db, made, earned);
  await transact(db, (tx) => testRelease(tx, made, clip));
  expect(await obstacles(person.accountId)).toContain(
    "$4.00 was funded by a host's new card and can be withdrawn from Mon 16 Mar, 10:00 UTC.",
  );
});
