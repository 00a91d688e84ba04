import { afterAll, expect, test } from 'vitest';
import { cutToCents, micros } from '#contract/money.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, clipperAvailable, clipperOwed, listing, post } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { payWeekly } from './payouts.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const [earning] = testModules(db, clock, ['earnings'])[0].jobs!;
afterAll(() => t.close());

const available = async ({ accountId }: Actor) =>
  Number(cutToCents(micros(await balanceOf(db, clipperAvailable(accountId))))) / 1_000_000;

async function clipper(): Promise<Actor> {
  const as = await testPerson(db, 'clipper');
  const address = { email: `${as.accountId}@paypal.example`, usable_at: clock.now(), set_at: clock.now() };
  await db
    .insertInto('payout_addresses')
    .values({ user_id: as.accountId, ...address })
    .execute();
  return as;
}

/** Gives the person $20.00 that are still pending. */
async function earn({ accountId: clipperId }: Actor): Promise<void> {
  const { id: listingId } = await testListing(db, clock.now());
  await testClip(db, { listingId, clipperId, approvedAt: clock.now(), views: 10_000 });
  await settle(db, clock.now(), { listingId });
}

/** Gives this person a debt in the ledger that no payout explains. */
async function breakDebt({ accountId }: Actor): Promise<void> {
  const { id } = await testListing(db, clock.now());
  const amountMicros = micros(5_000_000n);
  const transfers = [{ debit: clipperOwed(accountId), credit: listing(id), amountMicros, subjectId: id }];
  await transact(db, (tx) =>
    post(tx, { key: newId(), kind: 'fraud.upheld', occurredAt: clock.now(), transfers }),
  );
}

const breakSteps = ({ accountId }: Actor) =>
  db.updateTable('accruals').set({ available_micros: 0n }).where('clipper_id', '=', accountId).execute();

test('a debt that one clipper’s steps don’t explain delays nobody else’s release', async () => {
  const [broken, sound] = [await clipper(), await clipper()];
  for (const as of [broken, sound]) await earn(as);
  await breakDebt(broken);
  clock.advance(DAY);
  await expect(earning!.run(clock.now())).rejects.toThrow('with steps of');
  expect([await available(broken), await available(sound)]).toEqual([0, 20]);
});

test('steps of one clipper that don’t add up delay nobody else in the weekly run, which runs once', async () => {
  const [broken, sound] = [await clipper(), await clipper()];
  for (const as of [broken, sound]) await earn(as);
  clock.advance(DAY);
  await releaseDue(db, clock.now(), { clipperIds: [broken.accountId, sound.accountId] });
  await breakSteps(broken);
  clock.advance(7 * DAY);
  await expect(payWeekly(db, clock.now())).rejects.toThrow('more than the steps');
  expect([await available(broken), await available(sound)]).toEqual([20, 0]);
  await payWeekly(db, clock.now());
  expect([await available(broken), await available(sound)]).toEqual([20, 0]);
});
