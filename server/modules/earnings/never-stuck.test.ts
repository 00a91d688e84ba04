import { afterAll, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { balanceOf, clipperAvailable, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, fund, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { decideHold, testHold } from '#server/testing/questions.ts';
import { releaseDue } from './release.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);

test('a score slightly above the one that a reviewer cleared still releases the money', async () => {
  const { id: listingId } = await testListing(db, start);
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 1_000 });
  await settle(db, start);
  const scored = (score: number) => count(db, clip, 1_000, at(1), { band: 'hold', score, cleared_score: 65 });
  await scored(75);
  await releaseDue(db, at(30));
  expect(await balanceOf(db, clipperAvailable(clipperId))).toBe(0n);
  await scored(70);
  await releaseDue(db, at(30));
  expect(await balanceOf(db, clipperAvailable(clipperId))).toBe(2_000_000n);
});

test('views that a reviewer left when upholding others are released on their day, even if the score stays high', async () => {
  const { id: listingId } = await testListing(db, start);
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 1_000 });
  await settle(db, start);
  const upheld = (score: number, band: 'hold' | 'needs_review') =>
    count(db, clip, 1_000, at(1), { band, score, upheld_score: 80 });
  await upheld(90, 'hold');
  await releaseDue(db, at(30));
  // The reviewer's decision does not clear a middling score.
  await upheld(59, 'needs_review');
  await releaseDue(db, at(30));
  expect(await balanceOf(db, clipperAvailable(clipperId))).toBe(0n);
  await upheld(85, 'hold');
  await releaseDue(db, at(30));
  expect(await balanceOf(db, clipperAvailable(clipperId))).toBe(2_000_000n);
});

test('an approved clip that vanished before its first count does not keep its listing open', async () => {
  const { id: listingId } = await testListing(db, start);
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start });
  await settle(db, start);
  const gone = { state: 'gone' as const, next_poll_at: null };
  await db.updateTable('clip_tracking').set(gone).where('submission_id', '=', clip).execute();
  await settle(db, at(1));
  const earned = await db
    .selectFrom('clip_earnings')
    .select('state')
    .where('submission_id', '=', clip)
    .executeTakeFirstOrThrow();
  expect(earned.state).toBe('finished');
});

const stateOf = async (clip: string) =>
  await db
    .selectFrom('clip_earnings')
    .select(['state', 'paid_views'])
    .where('submission_id', '=', clip)
    .executeTakeFirstOrThrow();

const listingState = async (id: string) =>
  (await db.selectFrom('listings').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

const end = (id: string) =>
  db
    .updateTable('listings')
    .set({ state: 'ended', pause_reason: null, ended_at: at(2) })
    .where('id', '=', id)
    .execute();

/** Releases pending money, then settles. */
async function release(now: Date): Promise<void> {
  await releaseDue(db, now);
  await settle(db, now);
}

const over = { state: 'finished' as const, next_poll_at: null };

/** Creates two clips of 4,000 views, worth $8.00 each, on $10.00. The second waits for $6.00. */
async function exhausted() {
  const listing = await testListing(db, start, { budgetCents: 1_000 });
  const clips = [];
  for (const hour of [0, 1]) {
    const clipperId = (await testPerson(db, 'clipper')).accountId;
    clips.push(await testClip(db, { listingId: listing.id, clipperId, approvedAt: at(hour), views: 4_000 }));
  }
  await settle(db, at(1));
  expect(await listingState(listing.id)).toBe('paused');
  const [first, second] = clips as [string, string];
  return { listing, first, second };
}

test('a top-up pays a clip whose window closed while the budget was used up', async () => {
  const { listing, second } = await exhausted();
  await count(db, second, 4_000, at(2), over);
  await settle(db, at(2));
  expect(await stateOf(second)).toEqual({ state: 'accruing', paid_views: 1_000n });
  await fund(db, listing, centsToMicros(600), at(3));
  await settle(db, at(3));
  expect(await stateOf(second)).toEqual({ state: 'accruing', paid_views: 4_000n });
  await release(at(100));
  expect(await stateOf(second)).toEqual({ state: 'finished', paid_views: 4_000n });
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('freed budget pays waiting clips before the listing accepts new ones, and the remainder resumes it', async () => {
  const { listing, first, second } = await exhausted();
  await count(db, first, 500, at(2));
  // The free money would pay 1,000 views now, but the second clip has a claim to it.
  await settle(db, at(2));
  expect(await listingState(listing.id)).toBe('paused');
  await settle(db, at(2));
  expect(await stateOf(second)).toMatchObject({ paid_views: 4_000n });
  expect(await listingState(listing.id)).toBe('paused');
  await count(db, first, 0, at(3));
  await settle(db, at(3));
  expect(await listingState(listing.id)).toBe('active');
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('a listing that ended without money finishes its clips, so that it can settle', async () => {
  const { listing, first, second } = await exhausted();
  for (const clip of [first, second]) await count(db, clip, 4_000, at(2), over);
  await end(listing.id);
  await settle(db, at(2));
  await release(at(100));
  expect([await stateOf(first), await stateOf(second)]).toEqual([
    { state: 'finished', paid_views: 4_000n },
    { state: 'finished', paid_views: 1_000n },
  ]);
  expect(await settle(db, at(101))).toMatchObject({ listingIds: [] });
});

test('in an ended listing, a clip that waits for budget gets what an upheld hold of another clip frees', async () => {
  const { listing, first, second } = await exhausted();
  const hold = await testHold(db, first, at(2), { fromViews: 1_000, toViews: 4_000 });
  await settle(db, at(2));
  for (const clip of [first, second]) await count(db, clip, 4_000, at(3), over);
  await end(listing.id);
  await settle(db, at(3));
  expect(await stateOf(second)).toEqual({ state: 'accruing', paid_views: 1_000n });
  await decideHold(db, hold, 'upheld');
  await count(db, first, 4_000, at(4), { ...over, excluded_views: 3_000n, eligible_views: 1_000n });
  for (let round = 0; round < 3; round++) await settle(db, at(4));
  await release(at(100));
  expect([await stateOf(first), await stateOf(second)]).toEqual([
    { state: 'finished', paid_views: 1_000n },
    { state: 'finished', paid_views: 4_000n },
  ]);
  expect(await reconcile(db)).toMatchObject({ ok: true });
});
