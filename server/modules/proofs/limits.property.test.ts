import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { postPlatforms } from '#contract/platforms/platforms.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { withdraw } from '#server/modules/payouts/payouts.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { moneyRuns } from '#server/testing/runs.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

const start = new Date('2026-03-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);
const dollars = (amount: number) => centsToMicros(amount * 100);
const RATE = 2_000n;
/** The least withdrawal: less than this may stay behind. */
const LEAST = dollars(5);
const LIMITS = [dollars(25), dollars(60)] as const;
const SECOND_ROW = 2;

await db.deleteFrom('proof_tiers').execute();
await db
  .insertInto('proof_tiers')
  .values([
    { proven_clips: 0, limit_micros: LIMITS[0], audit_percent: 0 },
    { proven_clips: SECOND_ROW, limit_micros: LIMITS[1], audit_percent: 0 },
  ])
  .execute();

const clip = fc.record({
  owner: fc.nat(2),
  platform: fc.constantFrom(...postPlatforms),
  views: fc.integer({ min: 1, max: 25_000 }),
  proven: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 25_000 })),
});
type Clip = { owner: number; platform: (typeof postPlatforms)[number]; views: number; proven: number };

/** Two proven clips of $2.00 and one that is not proven: random clips seldom earn so little. */
const smallProofs: Clip[] = [1_000, 1_000, 25_000].map((views, i) => ({
  ...{ owner: 0, platform: 'tiktok', views },
  proven: i < 2 ? views : 0,
}));

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
const larger = (a: bigint, b: bigint) => (a < b ? b : a);
const sum = (values: readonly bigint[]) => values.reduce((all, one) => all + one, 0n);

async function account(): Promise<AccountId> {
  const { accountId } = await testPerson(db, 'clipper');
  await db
    .updateTable('users')
    .set({ age_confirmed_at: start })
    .where('id', '=', personOf(accountId))
    .execute();
  const address = {
    user_id: accountId,
    email: `${accountId}@people.example`,
    usable_at: start,
    set_at: start,
  };
  await db.insertInto('payout_addresses').values(address).execute();
  return accountId;
}

async function joinCohort(people: readonly AccountId[]): Promise<void> {
  const id = newId();
  await db.insertInto('cohorts').values({ id, state: 'open', found_at: start, changed_at: start }).execute();
  const members = people.map((clipper_id) => ({ cohort_id: id, clipper_id, joined_at: start }));
  await db.insertInto('cohort_members').values(members).execute();
}

async function released(clipperId: AccountId, { platform, views, proven }: Clip): Promise<void> {
  const { id: listingId } = await testListing(db, start, { budgetCents: 100_000 });
  const id = await testClip(db, { listingId, clipperId, approvedAt: start });
  await db.updateTable('submissions').set({ platform }).where('id', '=', id).execute();
  await db.updateTable('clip_tracking').set({ platform }).where('submission_id', '=', id).execute();
  await count(db, id, views, start, { proven_views: BigInt(proven) });
  await settle(db, start, { listingId });
  await releaseDue(db, at(49), { clipperIds: [clipperId] });
}

/** Returns what a person's clips allow: all proven money, and other money up to the limit. */
function expected(clips: readonly Clip[]): bigint {
  const proven = clips.map((one) => RATE * BigInt(Math.min(one.views, one.proven)));
  const unproven = clips.map((one, i) => RATE * BigInt(one.views) - proven[i]!);
  const isProven = (one: Clip) => Math.min(one.views, one.proven) >= 1_000;
  const limits = [0, 1, 2].map((owner) => {
    const own = clips.filter((one) => one.owner === owner && isProven(one));
    const earned = sum(own.map((one) => RATE * BigInt(Math.min(one.views, one.proven))));
    const isFirstRow = own.length < SECOND_ROW || earned < LIMITS[0];
    return isFirstRow ? LIMITS[0] : smaller(LIMITS[1], earned);
  });
  return sum(proven) + smaller(sum(unproven), limits.reduce(larger));
}

test('one person’s clips, platforms and accounts of a cohort share one limit, whatever process pays first', async () => {
  const processes = [createDatabase(t.appUrl, { max: 3 }), createDatabase(t.appUrl, { max: 3 })];
  const ask = (on: Database, clipperId: AccountId, hours: number) =>
    transact(on, (tx) =>
      withdraw(tx, { clipperId, userId: personOf(clipperId), asked: undefined, now: at(hours) }),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(clip, { minLength: 1, maxLength: 5 }), async (clips) => {
      const people = [await account(), await account(), await account()];
      await joinCohort(people);
      for (const one of clips) await released(people[one.owner]!, one);
      let paid = 0n;
      for (const round of [1, 2]) {
        const asked = await Promise.all(
          processes.flatMap((on) => people.map((person) => ask(on.db, person, 50 + round))),
        );
        for (const one of asked) if (!isRefusal(one)) paid += one.amountMicros;
      }
      expect(paid).toBeLessThanOrEqual(expected(clips));
      expect(paid).toBeGreaterThan(expected(clips) - BigInt(people.length) * LEAST);
      expect(await reconcile(db)).toMatchObject({ ok: true });
    }),
    { ...moneyRuns(12), examples: [[smallProofs]] },
  );
  for (const one of processes) await one.close();
});
