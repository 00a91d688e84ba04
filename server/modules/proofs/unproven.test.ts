import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, clipperAvailable, reconcile } from '#server/modules/ledger/ledger.ts';
import { payWeekly, waitingOf, withdraw } from '#server/modules/payouts/payouts.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

const start = new Date('2026-03-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);
const dollars = (amount: number) => centsToMicros(amount * 100);

await db.deleteFrom('proof_tiers').execute();
await db
  .insertInto('proof_tiers')
  .values([
    { proven_clips: 0, limit_micros: dollars(25), audit_percent: 0 },
    { proven_clips: 3, limit_micros: dollars(150), audit_percent: 0 },
    { proven_clips: 5, limit_micros: null, audit_percent: 0 },
  ])
  .execute();

async function clipper(): Promise<AccountId> {
  const { accountId } = await testPerson(db, 'clipper');
  await db
    .updateTable('users')
    .set({ age_confirmed_at: start })
    .where('id', '=', personOf(accountId))
    .execute();
  const address = { user_id: accountId, email: 'c@people.example', usable_at: start, set_at: start };
  await db.insertInto('payout_addresses').values(address).execute();
  return accountId;
}

/** A clip whose views, at $2.00 per thousand, are all released at hour 25. */
async function released(clipperId: AccountId, views: number, columns: Parameters<typeof count>[4] = {}) {
  const { id: listingId } = await testListing(db, start, { budgetCents: 100_000 });
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start });
  await count(db, clip, views, start, columns);
  await settle(db, start, { listingId });
  await releaseDue(db, at(25), { clipperIds: [clipperId] });
  return clip;
}
const ask = (clipperId: AccountId, hours: number) =>
  transact(db, (tx) =>
    withdraw(tx, { clipperId, userId: personOf(clipperId), asked: undefined, now: at(hours) }),
  );
const prove = (clip: string, views: number) =>
  db
    .updateTable('clip_tracking')
    .set({ proven_views: BigInt(views) })
    .where('submission_id', '=', clip)
    .execute();
const waits = async (clipperId: AccountId, hours: number) =>
  (await waitingOf(db, clipperId, at(hours))).unprovenMicros;

test('pays out up to the limit without proof, and the rest once its views are proven', async () => {
  const person = await clipper();
  const clip = await released(person, 50_000);
  expect(await waits(person, 26)).toBe(dollars(75));
  expect(await ask(person, 26)).toMatchObject({ amountMicros: dollars(25) });
  const refused = await ask(person, 27);
  expect(isRefusal(refused) && [refused.code, refused.detail]).toEqual([
    'withdrawal_waits',
    expect.stringContaining('$75.00 waits for proof that people watched, because'),
  ]);
  await prove(clip, 40_000);
  expect(await waits(person, 28)).toBe(0n);
  expect(await ask(person, 28)).toMatchObject({ amountMicros: dollars(75) });
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('counts money against the limit until its views are proven, or 90 days after its payout and the clip’s last count', async () => {
  const person = await clipper();
  const first = await released(person, 12_500);
  expect(await ask(person, 26)).toMatchObject({ amountMicros: dollars(25) });
  await released(person, 10_000);
  expect(await waits(person, 26)).toBe(dollars(20));
  await db
    .updateTable('clip_tracking')
    .set({ state: 'finished', next_poll_at: null })
    .where('clipper_id', '=', person)
    .execute();
  expect(await waits(person, 90 * 24 + 25)).toBe(dollars(20));
  expect(await waits(person, 90 * 24 + 26)).toBe(0n);
  await prove(first, 12_500);
  expect(await waits(person, 26)).toBe(0n);
});

test('raises the limit with proven clips, and lowers it to nothing after views were excluded', async () => {
  const person = await clipper();
  for (let i = 0; i < 3; i++) await prove(await released(person, 25_000), 25_000);
  await released(person, 100_000);
  expect(await waits(person, 26)).toBe(dollars(50));
  for (let i = 0; i < 2; i++) await prove(await released(person, 1_000), 1_000);
  expect(await waits(person, 26)).toBe(0n);
  const bought = await released(person, 1_000, { excluded_views: 500n, eligible_views: 500n });
  const hold = {
    id: newId(),
    submission_id: bought,
    score: 80,
    reason: 'Even growth.',
    state: 'upheld' as const,
  };
  await db
    .insertInto('fraud_holds')
    .values({
      ...hold,
      from_views: 0n,
      to_views: 500n,
      opened_at: start,
      decide_by: start,
      decided_at: start,
    })
    .execute();
  expect(await waits(person, 26)).toBe(dollars(201));
});

test('raises no limit above what proven clips earned, however many clips are proven', async () => {
  const person = await clipper();
  for (let i = 0; i < 3; i++) await prove(await released(person, 1_000), 1_000);
  const large = await released(person, 100_000);
  expect(await waits(person, 26)).toBe(dollars(175));
  for (let i = 0; i < 2; i++) await prove(await released(person, 1_000), 1_000);
  expect(await waits(person, 26)).toBe(dollars(175));
  // The 5,000 proven views don't make the clip a proven one, because its analytics show more than twice as
  // many views.
  await db
    .updateTable('clip_tracking')
    .set({ proven_views: 5_000n, shown_views: 50_000n })
    .where('submission_id', '=', large)
    .execute();
  expect(await waits(person, 26)).toBe(dollars(165));
  await prove(await released(person, 30_000), 20_000);
  expect(await waits(person, 26)).toBe(dollars(210 - 50));
  const last = await released(person, 50_000);
  await prove(last, 45_000);
  expect(await waits(person, 26)).toBe(dollars(220 - 140));
  // They earned the largest limit, $150.00, so five clips end all limits.
  await prove(last, 50_000);
  expect(await waits(person, 26)).toBe(0n);
});

test('pays money for views from before the first reading only once they are proven', async () => {
  const person = await clipper();
  const clip = await released(person, 10_000, { unseen_views: 9_000n });
  expect(await waits(person, 26)).toBe(dollars(18));
  await prove(clip, 8_000);
  expect(await waits(person, 26)).toBe(dollars(2));
  await prove(clip, 9_000);
  expect(await waits(person, 26)).toBe(0n);
});

test('counts the accounts of an undecided cohort as one person, also when they withdraw at the same time', async () => {
  const people = [await clipper(), await clipper(), await clipper()];
  const cohort = newId();
  await db
    .insertInto('cohorts')
    .values({ id: cohort, state: 'open', found_at: start, changed_at: start })
    .execute();
  await db
    .insertInto('cohort_members')
    .values(people.map((clipper_id) => ({ cohort_id: cohort, clipper_id, joined_at: start })))
    .execute();
  for (const person of people) await released(person, 10_000);
  const asked = await Promise.all(people.map((person) => ask(person, 26)));
  const paid = asked.flatMap((one) => (isRefusal(one) ? [] : [one.amountMicros]));
  expect(paid.reduce((sum, amount) => sum + amount, 0n)).toBe(dollars(25));
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('pays the accounts of a cohort together at most the limit in one weekly run', async () => {
  const people = [await clipper(), await clipper()];
  const cohort = newId();
  const moment = { found_at: start, changed_at: start };
  await db
    .insertInto('cohorts')
    .values({ id: cohort, state: 'open', ...moment })
    .execute();
  await db
    .insertInto('cohort_members')
    .values(people.map((clipper_id) => ({ cohort_id: cohort, clipper_id, joined_at: start })))
    .execute();
  for (const person of people) await released(person, 15_000);
  await payWeekly(db, after(start, 8 * DAY));
  const left = await Promise.all(people.map((person) => balanceOf(db, clipperAvailable(person))));
  expect(left.reduce((sum, amount) => sum + amount, 0n)).toBe(dollars(35));
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('pays within the limit after the views from before the first reading were proven, though others were excluded', async () => {
  const person = await clipper();
  const clip = await released(person, 12_000, { unseen_views: 9_000n });
  await db
    .updateTable('clip_tracking')
    .set({ excluded_views: 5_000n, proven_views: 9_000n })
    .where('submission_id', '=', clip)
    .execute();
  expect(await waits(person, 26)).toBe(0n);
});

test('accounts that an undecided cohort joins share the largest limit that one of them has alone, not that of all together', async () => {
  const people = [await clipper(), await clipper(), await clipper()];
  for (const person of people.slice(1))
    for (let i = 0; i < 2; i++) await prove(await released(person, 1_000), 1_000);
  const cohort = newId();
  const moment = { found_at: start, changed_at: start };
  await db
    .insertInto('cohorts')
    .values({ id: cohort, state: 'open', ...moment })
    .execute();
  await db
    .insertInto('cohort_members')
    .values(people.map((clipper_id) => ({ cohort_id: cohort, clipper_id, joined_at: start })))
    .execute();
  await released(people[0]!, 50_000);
  expect(await waits(people[0]!, 26)).toBe(dollars(75));
  // One has three proven clips, and another the money, so neither has a larger limit alone.
  await prove(await released(people[1]!, 1_000), 1_000);
  await prove(await released(people[0]!, 50_000), 50_000);
  expect(await waits(people[0]!, 26)).toBe(dollars(75));
  await prove(await released(people[1]!, 50_000), 50_000);
  expect(await waits(people[0]!, 26)).toBe(0n);
});
