import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { balanceOf, clipperAvailable, clipperPending, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';
import { pendingRows } from './queries.ts';
import { readReceipt } from './receipt.ts';
import { releaseDue } from './release.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);
const pending = (id: AccountId) => balanceOf(db, clipperPending(id));
const available = (id: AccountId) => balanceOf(db, clipperAvailable(id));

const paidClip = async (views = 2_000) => {
  const { id: listingId } = await testListing(db, start);
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views });
  await settle(db, start, { listingId });
  return { clip, clipperId };
};

test('clean views become available once, after 24 hours', async () => {
  const { clipperId } = await paidClip();
  await releaseDue(db, new Date(at(24).getTime() - 1));
  expect(await available(clipperId)).toBe(0n);
  await Promise.all([releaseDue(db, at(24)), releaseDue(db, at(24))]);
  expect([await available(clipperId), await pending(clipperId)]).toEqual([4_000_000n, 0n]);
});

test('releases screenshot counts on their day, although no score can call them clean', async () => {
  const { id: listingId } = await testListing(db, start);
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 2_000 });
  await db
    .updateTable('clip_tracking')
    .set({ count_level: 'attested', band: 'not_enough_data', next_poll_at: null })
    .where('submission_id', '=', clip)
    .execute();
  await settle(db, start, { listingId });
  expect(await pendingRows(db, clipperId)).toMatchObject([{ releaseBy: at(24) }]);
  await releaseDue(db, at(24));
  expect(await available(clipperId)).toBe(4_000_000n);
});

test('earnings on a platform with late counts stay pending for 48 hours', async () => {
  const { id: listingId } = await testListing(db, start);
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 2_000 });
  const onInstagram = { platform: 'instagram' } as const;
  await db.updateTable('submissions').set(onInstagram).where('id', '=', clip).execute();
  await db.updateTable('clip_tracking').set(onInstagram).where('submission_id', '=', clip).execute();
  await settle(db, start, { listingId });
  expect(await pendingRows(db, clipperId)).toMatchObject([{ releaseBy: at(48) }]);
  await releaseDue(db, new Date(at(48).getTime() - 1));
  expect(await available(clipperId)).toBe(0n);
  await releaseDue(db, at(48));
  expect(await available(clipperId)).toBe(4_000_000n);
});

test('a clip with too little data waits for the end of the window, whatever the due date', async () => {
  const { clip, clipperId } = await paidClip();
  await count(db, clip, 2_000, at(20), { band: 'not_enough_data' });
  await releaseDue(db, at(20 * 24));
  expect(await available(clipperId)).toBe(0n);
  await count(db, clip, 2_000, at(33 * 24), { state: 'finished', next_poll_at: null });
  await releaseDue(db, at(33 * 24));
  expect(await available(clipperId)).toBe(4_000_000n);
});

test('a middling score waits for a reviewer, at most seven days', async () => {
  const { clip, clipperId } = await paidClip();
  await count(db, clip, 2_000, at(20), { band: 'needs_review', score: 40 });
  await releaseDue(db, new Date(at(8 * 24).getTime() - 1));
  expect(await available(clipperId)).toBe(0n);
  await releaseDue(db, at(8 * 24));
  expect(await available(clipperId)).toBe(4_000_000n);

  const other = await paidClip();
  await count(db, other.clip, 2_000, at(20), { band: 'needs_review', score: 40, cleared_score: 40 });
  await releaseDue(db, at(24));
  expect(await available(other.clipperId)).toBe(4_000_000n);
});

test('a score of 60 or more that only asks a person releases nothing before that person decides', async () => {
  const { clip, clipperId } = await paidClip();
  await count(db, clip, 2_000, at(20), { band: 'needs_review', score: 60 });
  expect(await pendingRows(db, clipperId)).toMatchObject([
    { releaseBy: null, waitsFor: 'A reviewer checks its views before it is released.' },
  ]);
  await releaseDue(db, at(24 * 60));
  expect(await available(clipperId)).toBe(0n);
  await count(db, clip, 2_000, at(24 * 61), { band: 'needs_review', score: 60, cleared_score: 60 });
  await releaseDue(db, at(24 * 62));
  expect(await available(clipperId)).toBe(4_000_000n);
});

test('earnings pending when the window ends wait for the recheck, which can reverse them', async () => {
  const { clip, clipperId } = await paidClip();
  const end = 30 * 24;
  await releaseDue(db, at(25));
  await count(db, clip, 3_000, at(end - 2));
  await settle(db, at(end - 2));
  await releaseDue(db, at(end + 71));
  expect([await available(clipperId), await pending(clipperId)]).toEqual([4_000_000n, 2_000_000n]);
  await count(db, clip, 2_600, at(end + 72), { state: 'finished', next_poll_at: null });
  await settle(db, at(end + 72));
  await releaseDue(db, at(end + 72));
  expect([await available(clipperId), await pending(clipperId)]).toEqual([5_200_000n, 0n]);
});

test('a middling score whose week ends after the window waits for the recheck too', async () => {
  const { clip, clipperId } = await paidClip();
  const end = 30 * 24;
  await count(db, clip, 3_000, at(end - 5 * 24));
  await settle(db, at(end - 5 * 24));
  await count(db, clip, 3_000, at(end - 24), { band: 'needs_review', score: 40 });
  await releaseDue(db, at(end + 4 * 24));
  expect([await available(clipperId), await pending(clipperId)]).toEqual([4_000_000n, 2_000_000n]);
});

test('a middling score of the last day is released on the date shown', async () => {
  const { clip, clipperId } = await paidClip();
  const end = 30 * 24;
  await releaseDue(db, at(25));
  await count(db, clip, 3_000, at(end - 24));
  await settle(db, at(end - 24));
  await count(db, clip, 3_000, at(end - 20), { band: 'needs_review', score: 40 });
  expect(await pendingRows(db, clipperId)).toMatchObject([{ releaseBy: at(end + 7 * 24) }]);
  await count(db, clip, 3_000, at(end + 72), { state: 'finished', next_poll_at: null });
  expect(await pendingRows(db, clipperId)).toMatchObject([{ releaseBy: at(end + 7 * 24) }]);
  await releaseDue(db, new Date(at(end + 7 * 24).getTime() - 1));
  expect(await pending(clipperId)).toBe(2_000_000n);
  await releaseDue(db, at(end + 7 * 24));
  expect(await pending(clipperId)).toBe(0n);
});

test('a middling score of a missing post is released on the date shown', async () => {
  const { clip, clipperId } = await paidClip();
  await count(db, clip, 2_000, at(10), { band: 'needs_review', score: 40, missing_since: at(10) });
  expect(await pendingRows(db, clipperId)).toMatchObject([{ releaseBy: at(8 * 24) }]);
  await count(db, clip, 2_000, at(7 * 24 + 10), { state: 'gone', next_poll_at: null });
  await releaseDue(db, new Date(at(8 * 24).getTime() - 1));
  expect(await pending(clipperId)).toBe(4_000_000n);
  await releaseDue(db, at(8 * 24));
  expect(await pending(clipperId)).toBe(0n);
});

test('earnings from while the caption fails wait until it is fixed or the count is final', async () => {
  const lapse = async (clip: string) => {
    const lacks = { missing: ['disclosure'], missing_since: at(2), fix_by: at(50), lapses: [at(2)] };
    await db
      .insertInto('caption_checks')
      .values({ submission_id: clip, checked_at: at(2), ...lacks })
      .execute();
    await count(db, clip, 3_000, at(3));
    await settle(db, at(3));
  };
  const { clip, clipperId } = await paidClip();
  await lapse(clip);
  await releaseDue(db, at(30));
  expect([await available(clipperId), await pending(clipperId)]).toEqual([4_000_000n, 2_000_000n]);
  const finalAt = at(33 * 24);
  expect(await pendingRows(db, clipperId)).toMatchObject([
    {
      releaseBy: finalAt,
      waitsFor: expect.stringMatching(/^Its caption lacks something that the listing requires\./),
    },
  ]);
  const fixed = { missing: [], missing_since: null, fix_by: null };
  await db.updateTable('caption_checks').set(fixed).where('submission_id', '=', clip).execute();
  await releaseDue(db, at(30));
  expect([await available(clipperId), await pending(clipperId)]).toEqual([6_000_000n, 0n]);

  const never = await paidClip();
  await lapse(never.clip);
  await releaseDue(db, new Date(finalAt.getTime() - 1));
  expect(await pending(never.clipperId)).toBe(2_000_000n);
  await count(db, never.clip, 3_000, finalAt, { state: 'finished', next_poll_at: null });
  await releaseDue(db, finalAt);
  expect(await pending(never.clipperId)).toBe(0n);
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});

test('shows no date for a score that a reviewer must decide, whatever the caption lacks', async () => {
  const { clip, clipperId } = await paidClip();
  const lacks = { missing: ['disclosure'], missing_since: start, fix_by: at(48), lapses: [start] };
  await db
    .insertInto('caption_checks')
    .values({ submission_id: clip, checked_at: start, ...lacks })
    .execute();
  await count(db, clip, 2_000, at(20), { band: 'hold', score: 80 });
  expect(await pendingRows(db, clipperId)).toMatchObject([{ releaseBy: null }]);
});

test('never releases views on hold, however old', async () => {
  const { clip, clipperId } = await paidClip();
  await testHold(db, clip, at(20));
  await releaseDue(db, at(24 * 60));
  expect(await available(clipperId)).toBe(0n);
});

test('releases views outside a hold’s range on their day while the held ones wait', async () => {
  const { clip, clipperId } = await paidClip(50_000);
  await testHold(db, clip, at(20), { fromViews: 10_000, toViews: 46_000 });
  await count(db, clip, 50_000, at(20), { band: 'hold', score: 70 });
  await settle(db, at(20));
  expect(await pendingRows(db, clipperId)).toMatchObject([
    { amountMicros: 28_000_000n, releaseBy: at(24), waitsFor: null },
  ]);
  await Promise.all([releaseDue(db, at(24)), releaseDue(db, at(24))]);
  expect([await available(clipperId), await pending(clipperId)]).toEqual([28_000_000n, 0n]);
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});

test('a hold contests no view outside its range if its range contains views counted after the window', async () => {
  const { clip, clipperId } = await paidClip(50_000);
  await db
    .updateTable('submissions')
    .set({ tracking_until: at(19) })
    .where('id', '=', clip)
    .execute();
  await testHold(db, clip, at(20), { fromViews: 10_000, toViews: 52_000 });
  await count(db, clip, 54_000, at(20), { eligible_views: 50_000n, band: 'hold', score: 70 });
  await settle(db, at(20));
  expect(await pending(clipperId)).toBe(20_000_000n);
  expect(await readReceipt(db, clip)).toMatchObject({
    eligibleViews: 10_000,
    contestedViews: 40_000,
    excludedViews: 4_000,
    recomputes: true,
  });
});

test('does not release an accrual with held views before a settlement has removed them', async () => {
  const { clip, clipperId } = await paidClip(50_000);
  await testHold(db, clip, at(20), { fromViews: 10_000, toViews: 46_000 });
  await count(db, clip, 50_000, at(20), { band: 'hold', score: 70 });
  expect(await pendingRows(db, clipperId)).toMatchObject([{ releaseBy: null }]);
  await releaseDue(db, at(24));
  expect([await available(clipperId), await pending(clipperId)]).toEqual([0n, 100_000_000n]);
});

test('a score clearly above the hold’s releases nothing outside its range', async () => {
  const { clip, clipperId } = await paidClip(50_000);
  await testHold(db, clip, at(20), { fromViews: 10_000, toViews: 46_000 });
  await count(db, clip, 50_000, at(20), { band: 'hold', score: 80 });
  await settle(db, at(20));
  await releaseDue(db, at(24 * 60));
  expect(await available(clipperId)).toBe(0n);
});

test('a settlement and a release concurrent with a hold release no held view', async () => {
  const { clip, clipperId } = await paidClip(50_000);
  await count(db, clip, 50_000, at(20), { band: 'hold', score: 70, cleared_score: 70 });
  await Promise.all([
    testHold(db, clip, at(24), { fromViews: 10_000, toViews: 46_000 }),
    settle(db, at(24)),
    releaseDue(db, at(24)),
    settle(db, at(24)),
  ]);
  await settle(db, at(24));
  await releaseDue(db, at(24));
  const released = await available(clipperId);
  // Either the release happened before the hold, or it released only uncontested views.
  expect([28_000_000n, 100_000_000n]).toContain(released);
  expect(await pending(clipperId)).toBe(0n);
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
