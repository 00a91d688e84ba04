import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import {
  balanceOf,
  clipperPending,
  host as hostAccount,
  listing,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { testHold } from '#server/testing/questions.ts';
import { findObstacles } from './find-obstacles.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const modules = testModules(db, clock, [
  'counting',
  'fraud-holds',
  'earnings',
  'appeals',
  'payouts',
  'admin',
]);
const [_counting] = modules;
const api = await testApi(db, clock, modules);
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

/** The earnings job of a separate server process. */
const earnings = () => testModules(db, clock, ['earnings'])[0].jobs![0]!;
/**
 * Runs the job once, then advances the clock by an hour, because on a busy machine the next run may have to
 * wait.
 */
async function round(work: ReturnType<typeof earnings>): Promise<void> {
  await work.run(clock.now());
  clock.advance(HOUR);
}
const remove = async (id: string, paymentFraud = false) =>
  (
    await api.send('POST', `/api/admin/listings/${id}/remove`, {
      as: admin,
      body: { reason: 'Not allowed', paymentFraud },
    })
  ).body;
const decide = (hold: string, what: 'uphold' | 'release') =>
  api.send('POST', `/api/admin/fraud-holds/${hold}/${what}`, { as: admin, body: { note: 'Looked at it' } });
const onHost = ({ hostId }: { hostId: AccountId }) => balanceOf(db, hostAccount(hostId));

/** Removes a listing of $100.00 while views of one clip worth $10.00 are contested. */
async function removedContested(paymentFraud = false) {
  const made = await testListing(db, clock.now());
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const clip = { listingId: made.id, clipperId, approvedAt: clock.now(), views: 5_000 };
  const hold = await testHold(db, await testClip(db, clip), clock.now());
  await settle(db, clock.now());
  const { returnedMicros } = await remove(made.id, paymentFraud);
  expect(returnedMicros).toBe(paymentFraud ? '0' : '90000000');
  return { ...made, clipperId, hold };
}

test('returns to the host once what an upheld hold frees after the removal, however many processes run', async () => {
  const made = await removedContested();
  await decide(made.hold, 'uphold');
  const jobs = [earnings(), earnings(), earnings()];
  for (let round = 0; round < 3; round++) await Promise.all(jobs.map((job) => job.run(clock.now())));
  expect(await onHost(made)).toBe(100_000_000n);
  expect(await balanceOf(db, listing(made.id))).toBe(0n);
  const notified = await db
    .selectFrom('notifications')
    .select(['kind', 'body'])
    .where('user_id', '=', personOf(made.hostId))
    .orderBy('id')
    .execute();
  expect(notified.map(({ kind }) => kind)).toEqual(['listing.removed', 'listing.remainder_returned']);
  expect(notified[1]?.body).toContain('$10.00');
  const keys = await db
    .selectFrom('ledger_entries')
    .select('key')
    .where('kind', '=', 'listing.settled')
    .execute();
  expect(keys.map(({ key }) => key).filter((key) => key.includes(made.id))).toEqual([
    `listing.settled:${made.id}:1`,
    `listing.settled:${made.id}:2`,
  ]);
});

test('the next process returns freed money that a stopped process left on the listing', async () => {
  const made = await removedContested();
  await decide(made.hold, 'uphold');
  await settle(db, clock.now());
  expect(await balanceOf(db, listing(made.id))).toBe(10_000_000n);
  await earnings().run(clock.now());
  expect(await onHost(made)).toBe(100_000_000n);
});

test('a released hold pays the clipper and returns nothing to the host', async () => {
  const made = await removedContested();
  await decide(made.hold, 'release');
  const work = earnings();
  for (let turn = 0; turn < 3; turn++) await round(work);
  expect(await balanceOf(db, clipperPending(made.clipperId))).toBe(10_000_000n);
  expect(await onHost(made)).toBe(90_000_000n);
});

test('nothing returns to the host after payment fraud, not even money freed later', async () => {
  const made = await removedContested(true);
  await decide(made.hold, 'uphold');
  const work = earnings();
  for (let turn = 0; turn < 3; turn++) await round(work);
  expect(await onHost(made)).toBe(0n);
  expect(await balanceOf(db, listing(made.id))).toBe(100_000_000n);
});

test('money freed without payment fraud returns to a banned host’s balance', async () => {
  const made = await removedContested();
  await api.send('POST', `/api/admin/users/${made.hostId}/ban`, { as: admin, body: { reason: 'Rude' } });
  await decide(made.hold, 'uphold');
  const work = earnings();
  for (let turn = 0; turn < 2; turn++) await round(work);
  expect(await onHost(made)).toBe(100_000_000n);
});

test('money freed by a removal pays clips that waited for budget before the host', async () => {
  const made = await testListing(db, clock.now(), {
    budgetCents: 2_000,
    allocation: 'reserved',
    maxPayoutMicros: centsToMicros(2_000),
  });
  const clipOf = async (views: number) => {
    const { accountId: clipperId } = await testPerson(db, 'clipper');
    clock.advance(1_000);
    await testClip(db, { listingId: made.id, clipperId, approvedAt: clock.now(), views });
    return clipperId;
  };
  // The first clip reserves the whole budget, so the second clip's counted views are unfunded.
  const [first, second] = [await clipOf(1_000), await clipOf(3_000)];
  await settle(db, clock.now());
  expect(await balanceOf(db, clipperPending(second))).toBe(0n);
  expect((await remove(made.id)).returnedMicros).toBe('12000000');
  expect(await balanceOf(db, clipperPending(first))).toBe(2_000_000n);
  expect(await balanceOf(db, clipperPending(second))).toBe(6_000_000n);
  expect(await onHost(made)).toBe(12_000_000n);
});

test('freed money pays another contested clip of the listing that had found no budget', async () => {
  const made = await testListing(db, clock.now(), { budgetCents: 1_000 });
  const holds: string[] = [];
  const clippers: AccountId[] = [];
  for (let index = 0; index < 2; index++) {
    const { accountId: clipperId } = await testPerson(db, 'clipper');
    clock.advance(1_000);
    const clip = await testClip(db, { listingId: made.id, clipperId, approvedAt: clock.now(), views: 4_000 });
    holds.push(await testHold(db, clip, clock.now()));
    clippers.push(clipperId);
  }
  await settle(db, clock.now());
  await remove(made.id);
  await decide(holds[0]!, 'uphold');
  const work = earnings();
  for (let turn = 0; turn < 3; turn++) await round(work);
  await decide(holds[1]!, 'release');
  for (let turn = 0; turn < 3; turn++) await round(work);
  expect(await balanceOf(db, clipperPending(clippers[1]!))).toBe(8_000_000n);
  expect(await onHost(made)).toBe(2_000_000n);
  clock.advance(DAY);
});

/** Removes a listing of $100.00 after views worth $10.00 were paid and released; its host has left. */
async function removedAndGone() {
  const made = await testListing(db, clock.now());
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const clip = await testClip(db, { listingId: made.id, clipperId, approvedAt: clock.now(), views: 5_000 });
  await settle(db, clock.now());
  clock.advance(DAY);
  await releaseDue(db, clock.now());
  await remove(made.id);
  return { ...made, clip };
}

test('a host can’t close the account while contested or pending money of a removed listing may still be freed', async () => {
  const made = await removedContested();
  const before = await findObstacles(db, made.hostId, clock.now());
  expect(before.obstacles.join(' ')).toContain(
    '1 clip on your closed listings may still earn or be contested',
  );
  await decide(made.hold, 'release');
  const work = earnings();
  for (let turn = 0; turn < 2; turn++) await round(work);
  const held = await findObstacles(db, made.hostId, clock.now());
  expect(held.obstacles.join(' ')).toContain('1 clip on your closed listings');
});

test('money freed by fraud after the host has left goes to suspense immediately, even from a frozen listing', async () => {
  for (const remainder_frozen of [false, true]) {
    const made = await removedAndGone();
    const gone = { closed_at: clock.now(), email: `${made.hostId}@account.invalid` };
    const rest = await onHost(made);
    await db.updateTable('listings').set({ remainder_frozen }).where('id', '=', made.id).execute();
    await db.updateTable('users').set(gone).where('id', '=', personOf(made.hostId)).execute();
    await api.send('POST', `/api/admin/submissions/${made.clip}/uphold-fraud`, {
      as: admin,
      body: { fromViews: 0, toViews: null, note: 'Bought.' },
    });
    expect([await onHost(made), await balanceOf(db, listing(made.id))]).toEqual([0n, 0n]);
    const item = await db
      .selectFrom('suspense_items')
      .select(['cause', 'amount_micros', 'subject_id'])
      .where('owner_id', '=', made.hostId)
      .execute();
    // The amount includes the balance of the host, whose account this test closed although it was not empty.
    expect(item).toEqual([{ cause: 'budget_freed', amount_micros: rest + 10_000_000n, subject_id: made.id }]);
  }
});
