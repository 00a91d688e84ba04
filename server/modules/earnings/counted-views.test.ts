import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type CountedStretch, countedViews } from '#contract/clips/counted-views.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { excludeFraud, upholdFraudHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { balanceOf, clipperAvailable, clipperPending, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { addFigures, count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';
import { readReceipt } from './receipt.ts';
import { releaseDue } from './release.ts';
import { settle } from './settle.ts';
import { settleCounted } from './settle-counted.ts';
import { takeBack } from './take-back.ts';

const t = await testDatabase();
const { db } = t;
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(() => t.close());

const start = new Date('2026-05-04T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);

/** Creates a clip with 6,000 counted views at $2.00 per 1,000 engaged views. */
async function engagedClip() {
  const { id: listingId } = await testListing(db, start, { rules: { counted_views: 'engaged' } });
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const id = await testClip(db, { listingId, clipperId, approvedAt: start, views: 6_000 });
  return { id, clipperId, listingId };
}

const decision = { adminId: null, note: 'Bought.' };
const pending = (clipperId: AccountId) => balanceOf(db, clipperPending(clipperId));
const proofs = async (id: string) => {
  const { recomputation } = await readReceipt(db, id);
  return recomputation.filter(({ proven }) => proven === false);
};

test('views earn once figures cover them, by the share of their days that counts', async () => {
  const { id, clipperId } = await engagedClip();
  await settle(db, at(1));
  expect(await pending(clipperId)).toBe(0n);
  await addFigures(db, id, { views: 4_000, part: 1_000 }, at(48));
  await settle(db, at(48));
  expect(await pending(clipperId)).toBe(2_000_000n);
  // The day of figures ends after the last count: half of the day's views are verified, and half of those
  // count.
  await addFigures(db, id, { views: 4_000, part: 2_000 }, at(72));
  await settle(db, at(72));
  expect(await pending(clipperId)).toBe(4_000_000n);
  expect(await proofs(id)).toEqual([]);
});

test('settles late figures between sweeps', async () => {
  const { id, clipperId, listingId } = await engagedClip();
  await settle(db, at(1));
  expect((await settleCounted(db, at(48), at(47))).listingIds).toEqual([]);
  await addFigures(db, id, { views: 4_000, part: 1_000 }, at(48));
  expect((await settleCounted(db, at(48), at(47))).listingIds).toEqual([listingId]);
  expect(await pending(clipperId)).toBe(2_000_000n);
});

test('a hold with a range withholds the counting views in it, and upholding excludes them', async () => {
  const { id, clipperId } = await engagedClip();
  await addFigures(db, id, { views: 4_000, part: 1_000 }, at(48));
  await addFigures(db, id, { views: 2_000, part: 2_000 }, at(72));
  const fraudHoldId = await testHold(db, id, at(72), { fromViews: 0, toViews: 4_000 });
  await settle(db, at(72));
  expect(await pending(clipperId)).toBe(4_000_000n);
  expect(await proofs(id)).toEqual([]);
  await transact(db, (tx) =>
    upholdFraudHold(tx, { fraudHoldId, adminId: null, note: 'Bought.', now: at(73) }),
  );
  await settle(db, at(73));
  expect(await pending(clipperId)).toBe(4_000_000n);
  expect(await proofs(id)).toEqual([]);
});

test('upholding a hold without a range leaves exactly what was released', async () => {
  const { id, clipperId } = await engagedClip();
  await addFigures(db, id, { views: 3_000, part: 1_000 }, at(48));
  await settle(db, at(48));
  await releaseDue(db, at(96));
  await addFigures(db, id, { views: 3_000, part: 2_999 }, at(97));
  const fraudHoldId = await testHold(db, id, at(97));
  await settle(db, at(97));
  expect(await pending(clipperId)).toBe(0n);
  await transact(db, (tx) =>
    upholdFraudHold(tx, { fraudHoldId, adminId: null, note: 'Bought.', now: at(98) }),
  );
  await count(db, id, 6_000, at(99));
  await settle(db, at(99));
  expect(await balanceOf(db, clipperAvailable(clipperId))).toBe(2_000_000n);
  expect(await pending(clipperId)).toBe(0n);
  expect((await readReceipt(db, id)).paidViews).toBe(1_000);
  expect(await proofs(id)).toEqual([]);
});

test('takes back what was released for bought views, as far as they counted', async () => {
  const { id, clipperId, listingId } = await engagedClip();
  await addFigures(db, id, { views: 4_000, part: 1_000 }, at(48));
  await settle(db, at(48));
  await releaseDue(db, at(96));
  const adminId = (await testPerson(db, 'admin')).userId;
  const fraud = {
    submissionId: id,
    fromViews: 1_001n,
    toViews: 3_000n,
    adminId,
    note: 'Bought.',
    now: at(97),
  };
  const taken = await transact(db, async (tx) => {
    await excludeFraud(tx, fraud);
    return await takeBack(tx, { submissionId: id, listingId, clipperId, now: at(97) });
  });
  // The views at positions 1,004, 1,008 … 3,000 are excluded, because each fourth view counts.
  expect(taken).toMatchObject({ takenBackMicros: 1_000_000n, owedMicros: 0n });
  expect(await balanceOf(db, clipperAvailable(clipperId))).toBe(1_000_000n);
  await addFigures(db, id, { views: 2_000, part: 100 }, at(98));
  await settle(db, at(98));
  expect(await pending(clipperId)).toBe(200_000n);
  expect(await proofs(id)).toEqual([]);
});

test('upholding an unranged hold on partly excluded views excludes everything that later figures report', async () => {
  const { id, clipperId } = await engagedClip();
  await addFigures(db, id, { views: 4_000, part: 1_000 }, at(48));
  await settle(db, at(48));
  await releaseDue(db, at(96));
  const bought = await testHold(db, id, at(97), { fromViews: 0, toViews: 2_000 });
  await transact(db, (tx) => upholdFraudHold(tx, { ...decision, fraudHoldId: bought, now: at(98) }));
  const doubted = await testHold(db, id, at(99));
  await transact(db, (tx) => upholdFraudHold(tx, { ...decision, fraudHoldId: doubted, now: at(100) }));
  await addFigures(db, id, { views: 2_000, part: 2_000 }, at(101));
  await settle(db, at(101));
  expect(await pending(clipperId)).toBe(0n);
  expect(await balanceOf(db, clipperAvailable(clipperId))).toBe(2_000_000n);
  expect(await proofs(id)).toEqual([]);
});

test('concurrent figures, counts and settlements pay each counting view once', async () => {
  const clips = await Promise.all([engagedClip(), engagedClip()]);
  for (let day = 0; day < 4; day++) {
    const now = at(48 + day * 24);
    await Promise.all([
      ...clips.map(({ id }) => addFigures(db, id, { views: 1_500, part: 500 }, now)),
      ...clips.map(({ id }, i) => count(db, id, 6_000 + i * day, now)),
      ...clips.map(({ listingId }) => settle(db, now, { listingId })),
      settle(db, now),
      settle(db, now),
      releaseDue(db, after(now, -DAY)),
    ]);
  }
  await settle(db, at(200));
  for (const { id } of clips) expect((await readReceipt(db, id)).paidViews).toBe(2_000);
});

const amount = fc.bigInt({ min: 1n, max: 50_000_000_000n });

test('the database computes counting views like the receipt, even beyond 64 bits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(amount, { minLength: 2, maxLength: 6 }),
      amount,
      async (days, bounds, most) => {
        const { id } = await engagedClip();
        const stretches: CountedStretch[] = [];
        for (const [views, part] of days)
          stretches.push(await addFigures(db, id, { views, part: part < views ? part : views }, start));
        const rising = bounds.toSorted((a, b) => (a < b ? -1 : 1));
        const places = rising.flatMap((from, i) =>
          i % 2 || rising[i + 1] === undefined ? [] : [{ from, to: rising[i + 1]! }],
        );
        const text = `{${places.map(({ from, to }) => `[${from},${to})`).join(',')}}`;
        const { rows } = await sql<{ counted: bigint }>`
          select counted_views(${id}, ${most}::bigint, ${text}::int8multirange) as counted`.execute(db);
        expect(rows[0]!.counted).toBe(countedViews(stretches, most, places));
      },
    ),
    { numRuns: 20 },
  );
});
