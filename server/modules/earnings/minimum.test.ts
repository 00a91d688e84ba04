import { afterAll, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { balanceOf, clipperPending, clipReserved, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, fund, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { decideHold, testDispute, testHold } from '#server/testing/questions.ts';
import { readReceipt } from './receipt.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);

/** Creates a clip at $2.00 per 1,000 on a listing with a minimum of 1,000 views. */
async function clipWith(views: number, budgetCents = 10_000) {
  const listing = await testListing(db, start, { minViews: 1_000, budgetCents });
  const listingId = listing.id;
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views });
  /** Settles, then returns the pending and the reserved money. */
  const money = async (hour: number) => {
    await settle(db, at(hour), { listingId });
    return [await balanceOf(db, clipperPending(clipperId)), await balanceOf(db, clipReserved(clip))];
  };
  return { clip, listing, money };
}

const decide = (hold: string, state: 'released' | 'upheld') => decideHold(db, hold, state);

test('a released hold pays its views even if the clip has fallen below the minimum it reached', async () => {
  const { clip, money } = await clipWith(1_500);
  expect(await money(0)).toEqual([3_000_000n, 0n]);
  await count(db, clip, 800, at(1));
  expect(await money(1)).toEqual([1_600_000n, 0n]);
  const hold = await testHold(db, clip, at(2));
  expect(await money(2)).toEqual([0n, 1_600_000n]);
  await decide(hold, 'released');
  expect(await money(3)).toEqual([1_600_000n, 0n]);
  expect(await readReceipt(db, clip)).toMatchObject({ recomputes: true, earnedMicros: 1_600_000n });
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('a minimum reached while the budget was used up stays reached', async () => {
  const { clip, listing, money } = await clipWith(500, 1);
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  await testClip(db, { listingId: listing.id, clipperId, approvedAt: at(-1), views: 1_000 });
  await money(0);
  await count(db, clip, 1_500, at(1));
  expect(await money(1)).toEqual([0n, 0n]);
  await count(db, clip, 800, at(2));
  await fund(db, listing, centsToMicros(5_000), at(3));
  expect(await money(3)).toEqual([1_600_000n, 0n]);
});

test('held views that reach the minimum count toward it once they are released', async () => {
  const { clip, money } = await clipWith(500);
  const hold = await testHold(db, clip, start);
  expect(await money(0)).toEqual([0n, 0n]);
  await count(db, clip, 1_500, at(1));
  expect(await money(1)).toEqual([0n, 3_000_000n]);
  await count(db, clip, 900, at(2));
  expect(await money(2)).toEqual([0n, 1_800_000n]);
  await decide(hold, 'released');
  expect(await money(3)).toEqual([1_800_000n, 0n]);
});

test('the nightly reconciliation finds a payment below a minimum that is not marked as reached', async () => {
  const { clip, money } = await clipWith(1_500);
  await money(0);
  const remember = (minimum_reached: boolean) =>
    db.updateTable('clip_earnings').set({ minimum_reached }).where('submission_id', '=', clip).execute();
  await remember(false);
  const { invariants } = await reconcile(db);
  await remember(true);
  expect(invariants.filter(({ ok }) => !ok)).toMatchObject([{ name: 'what was paid reached its minimum' }]);
});

test('excluded views do not count toward the minimum', async () => {
  const { clip, money } = await clipWith(500);
  const hold = await testHold(db, clip, start, { fromViews: 500, toViews: 1_500 });
  await count(db, clip, 1_500, at(1));
  // While the verified views are below the minimum, nothing is paid, and the amount that would be paid is
  // reserved.
  expect(await money(1)).toEqual([0n, 3_000_000n]);
  await decide(hold, 'upheld');
  await count(db, clip, 1_500, at(2), { excluded_views: 1_000n, eligible_views: 500n });
  expect(await money(2)).toEqual([0n, 0n]);
  expect(await readReceipt(db, clip)).toMatchObject({ recomputes: true, earnedMicros: 0n });
});

test('a dispute that ends well pays a clip that fell below its minimum meanwhile', async () => {
  const { clip, listing, money } = await clipWith(1_500);
  const dispute = await testDispute(db, listing.hostId, start);
  expect(await money(1)).toEqual([0n, 3_000_000n]);
  await count(db, clip, 700, at(2));
  expect(await money(2)).toEqual([0n, 1_400_000n]);
  await dispute.end('confirmed');
  expect(await money(3)).toEqual([1_400_000n, 0n]);
});
