import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { centsToMicros, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { balanceOf, listing as listingAccount, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, fund, type TestListing, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import { readBudgetQueues } from './budget-queue.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

const start = new Date('2026-02-02T08:00:00Z');
const clipper = await testPerson(db, 'clipper');

const queueOf = async ({ hostId }: TestListing) => (await readBudgetQueues(db, hostId))[0];

/** Settles until nothing moves, because each run pays money that a clip returned in the run before. */
async function settleAll({ id: listingId }: TestListing, now: Date): Promise<void> {
  while ((await settle(db, now, { listingId })).listingIds.length > 0);
}

/** Whether payable or contested views wait for budget. */
async function isWaiting({ id }: TestListing): Promise<boolean> {
  const clips = await db
    .selectFrom('clip_earnings')
    .select(['submission_id', 'budget_spent_at'])
    .where('listing_id', '=', id)
    .execute();
  return clips.some(({ budget_spent_at }) => budget_spent_at !== null);
}

const stateOf = async ({ id }: TestListing) =>
  (await db.selectFrom('listings').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

async function topUp(listing: TestListing, amount: Micros, now: Date): Promise<void> {
  await fund(db, listing, amount, now);
  await settleAll(listing, now);
}

test('a listing with budget has no queue, and an exhausted one shows what its next clips need', async () => {
  const listing = await testListing(db, start, { budgetCents: 1_000 });
  const approved = { listingId: listing.id, clipperId: clipper.accountId, approvedAt: start };
  await testClip(db, { ...approved, views: 1_000 });
  await settleAll(listing, start);
  expect(await queueOf(listing)).toBeUndefined();
  const last = await testClip(db, { ...approved, views: 3_900 });
  await settleAll(listing, start);
  expect(await queueOf(listing)).toEqual({
    listingId: listing.id,
    clearsMicros: 0n,
    // Of $10.00, $0.20 is free, less than 1,000 views cost.
    resumesMicros: centsToMicros(180),
  });
  await count(db, last, 4_339, after(start, HOUR));
  await settleAll(listing, after(start, HOUR));
  expect(await queueOf(listing)).toMatchObject({
    // The clips need less than a dollar, but the smallest top-up is a dollar.
    clearsMicros: centsToMicros(100),
    resumesMicros: centsToMicros(268),
  });
});

const clip = fc.record({
  views: fc.integer({ min: 0, max: 9_000 }),
  hold: fc.option(fc.tuple(fc.nat({ max: 9_000 }), fc.nat({ max: 9_000 })), { freq: 2 }),
});

test('the amount that clears a queue pays and reserves everything that waits, a dollar less does not, and the other amount resumes the listing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(clip, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(10, 150, 333),
      fc.boolean(),
      fc.boolean(),
      async (clips, rateCents, isReserved, resumes) => {
        const listing = await testListing(db, start, {
          rateCents,
          budgetCents: 1_000,
          ...(isReserved && { allocation: 'reserved', maxPayoutMicros: centsToMicros(900) }),
        });
        let now = start;
        for (const { views, hold } of clips) {
          now = after(now, HOUR);
          const approved = { listingId: listing.id, clipperId: clipper.accountId, approvedAt: now, views };
          const id = await testClip(db, approved);
          const [fromViews, toViews] = hold?.toSorted((a, b) => a - b) ?? [0, 0];
          if (hold) await testHold(db, id, now, { fromViews: fromViews!, toViews: toViews! });
        }
        await settleAll(listing, now);
        const queue = await queueOf(listing);
        const amount = (resumes ? queue?.resumesMicros : queue?.clearsMicros) ?? ZERO_MICROS;
        if (amount === 0n) {
          expect(await isWaiting(listing)).toBe(false);
          return;
        }
        const dollar = centsToMicros(100);
        if (amount > dollar) {
          await topUp(listing, micros(amount - dollar), now);
          if (resumes) expect(await stateOf(listing)).toBe('paused');
          else expect((await queueOf(listing))?.clearsMicros).toBe(dollar);
          await topUp(listing, dollar, now);
        } else await topUp(listing, amount, now);
        expect(await isWaiting(listing)).toBe(false);
        expect((await queueOf(listing))?.clearsMicros ?? 0n).toBe(0n);
        if (resumes) expect([await stateOf(listing), await queueOf(listing)]).toEqual(['active', undefined]);
        else if (amount > dollar)
          expect(await balanceOf(db, listingAccount(listing.id))).toBeLessThan(centsToMicros(1));
        expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
      },
    ),
    moneyRuns(15, 20_000),
  );
});

test('a host’s queues contain no listing of another host and none that can’t be topped up', async () => {
  const [own, other] = [await testListing(db, start, { budgetCents: 1_000 }), await testListing(db, start)];
  await testClip(db, { listingId: own.id, clipperId: clipper.accountId, approvedAt: start, views: 9_000 });
  await settleAll(own, start);
  expect((await readBudgetQueues(db, own.hostId)).map(({ listingId }) => listingId)).toEqual([own.id]);
  expect(await readBudgetQueues(db, other.hostId)).toEqual([]);
  await db
    .updateTable('listings')
    .set({ state: 'ended', pause_reason: null })
    .where('id', '=', own.id)
    .execute();
  await settleAll(own, after(start, DAY));
  expect(await readBudgetQueues(db, own.hostId)).toEqual([]);
});
