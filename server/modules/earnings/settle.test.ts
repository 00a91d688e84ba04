import { afterAll, describe, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import {
  balanceOf,
  clipperAvailable,
  clipperPending,
  clipReserved,
  listing,
} from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, fund, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';
import { releaseDue } from './release.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);
const clipper = async () => (await testPerson(db, 'clipper')).accountId;
const earned = (id: string) =>
  db.selectFrom('clip_earnings').selectAll().where('submission_id', '=', id).executeTakeFirstOrThrow();
const pending = (id: AccountId) => balanceOf(db, clipperPending(id));
const available = (id: AccountId) => balanceOf(db, clipperAvailable(id));
const free = (id: string) => balanceOf(db, listing(id));
const reserved = (id: string) => balanceOf(db, clipReserved(id));

describe('paying', () => {
  test('15,000 views at $2.00 per 1,000 are $30.00 pending, and a second run pays nothing', async () => {
    const [{ id: listingId }, clipperId] = [
      await testListing(db, start, { budgetCents: 30_000 }),
      await clipper(),
    ];
    const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 15_000 });
    expect(await settle(db, start, { listingId })).toMatchObject({ clips: 1, paidMicros: 30_000_000n });
    expect(await settle(db, start, { listingId })).toMatchObject({ clips: 0, paidMicros: 0n });
    expect(await pending(clipperId)).toBe(30_000_000n);
    expect(await free(listingId)).toBe(270_000_000n);
    expect(await earned(clip)).toMatchObject({ paid_views: 15_000n, paid_micros: 30_000_000n });
  });

  test('pays only the views since the last run, and each accrual names its count', async () => {
    const [{ id: listingId }, clipperId] = [await testListing(db, start), await clipper()];
    const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 1_000 });
    await settle(db, start, { listingId });
    await count(db, clip, 1_501, at(3));
    await settle(db, at(4), { listingId });
    const steps = await db
      .selectFrom('accruals')
      .select(['views_from', 'views_to', 'amount_micros', 'counted_views', 'counted_at', 'release_due_at'])
      .where('submission_id', '=', clip)
      .orderBy('views_from')
      .execute();
    expect(steps[1]).toEqual({
      views_from: 1_000n,
      views_to: 1_501n,
      amount_micros: 501n * 2_000n,
      counted_views: 1_501n,
      counted_at: at(3),
      release_due_at: at(28),
    });
  });

  test('pays clips in order of approval; one that does not fit gets as many whole views as do', async () => {
    const { id: listingId } = await testListing(db, start, { rateCents: 333, budgetCents: 1_000 });
    const people = [await clipper(), await clipper(), await clipper()];
    const approvedAt = [at(2), at(0), at(1)];
    const clips = [];
    for (const [i, clipperId] of people.entries()) {
      clips.push(await testClip(db, { listingId, clipperId, approvedAt: approvedAt[i]!, views: 1_800 }));
    }
    await settle(db, at(3), { listingId });
    const paid = await Promise.all(clips.map(async (clip) => (await earned(clip)).paid_views));
    // $10.00 at $0.00333 a view pays 3,003 whole views and leaves $0.00001, less than one view.
    expect(paid).toEqual([0n, 1_800n, 1_203n]);
    expect(await free(listingId)).toBe(10_000_000n - 3_003n * 3_330n);
  });

  test('pays what did not fit when the listing is topped up', async () => {
    const funded = await testListing(db, start, { budgetCents: 1_000 });
    const clipperId = await clipper();
    await testClip(db, { listingId: funded.id, clipperId, approvedAt: start, views: 9_000 });
    await settle(db, start);
    expect(await pending(clipperId)).toBe(10_000_000n);
    await fund(db, funded, centsToMicros(2_000), start);
    await settle(db, start);
    expect(await pending(clipperId)).toBe(18_000_000n);
  });

  test('pays nothing below the minimum; once it is reached, every view counts from the first', async () => {
    const [{ id: listingId }, clipperId] = [
      await testListing(db, start, { minViews: 1_000 }),
      await clipper(),
    ];
    const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 999 });
    await settle(db, start, { listingId });
    expect(await pending(clipperId)).toBe(0n);
    await count(db, clip, 1_000, at(1));
    await settle(db, at(1), { listingId });
    expect(await pending(clipperId)).toBe(2_000_000n);
  });

  test('a clip never earns more than its maximum, in whole views', async () => {
    const { id: listingId } = await testListing(db, start, {
      rateCents: 333,
      maxPayoutMicros: centsToMicros(100),
    });
    const clipperId = await clipper();
    await testClip(db, { listingId, clipperId, approvedAt: start, views: 5_000 });
    await settle(db, start, { listingId });
    expect(await pending(clipperId)).toBe(300n * 3_330n);
  });

  test('pending clips and clips without a count earn nothing', async () => {
    const [{ id: listingId }, clipperId] = [await testListing(db, start), await clipper()];
    await testClip(db, { listingId, clipperId, approvedAt: null, submittedAt: start, views: 5_000 });
    await testClip(db, { listingId, clipperId, approvedAt: start });
    await settle(db, start, { listingId });
    expect(await pending(clipperId)).toBe(0n);
  });
});

describe('reserved allocation', () => {
  test('approval reserves the maximum, earnings are paid from it, and the rest returns after the window closes', async () => {
    const { id: listingId } = await testListing(db, start, {
      budgetCents: 1_500,
      maxPayoutMicros: centsToMicros(1_000),
      allocation: 'reserved',
    });
    const [first, second] = [await clipper(), await clipper()];
    const one = await testClip(db, { listingId, clipperId: first, approvedAt: start, views: 1_000 });
    const two = await testClip(db, { listingId, clipperId: second, approvedAt: at(1), views: 4_000 });
    await settle(db, at(1), { listingId });
    expect([await pending(first), await pending(second)]).toEqual([2_000_000n, 5_000_000n]);
    expect([await reserved(one), await reserved(two), await free(listingId)]).toEqual([8_000_000n, 0n, 0n]);
    await count(db, one, 1_500, at(2), { state: 'finished', next_poll_at: null });
    await settle(db, at(2), { listingId });
    expect(await pending(first)).toBe(3_000_000n);
    // The other clip's allocation gets the freed money and pays the views for which there was no budget
    // before.
    await settle(db, at(3), { listingId });
    expect([await reserved(one), await pending(second)]).toEqual([0n, 8_000_000n]);
    await releaseDue(db, at(100));
    await settle(db, at(100), { listingId });
    expect((await earned(one)).state).toBe('finished');
  });
});

describe('contested views', () => {
  test('a hold without a range reverses everything unreleased and reserves what would be owed', async () => {
    const [{ id: listingId }, clipperId] = [await testListing(db, start), await clipper()];
    const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 1_000 });
    await settle(db, start, { listingId });
    await releaseDue(db, at(24));
    await count(db, clip, 1_500, at(25));
    await settle(db, at(25), { listingId });
    await count(db, clip, 3_000, at(26), { band: 'hold', score: 70 });
    const hold = await testHold(db, clip, at(26));
    await settle(db, at(26), { listingId });
    expect([await available(clipperId), await pending(clipperId)]).toEqual([2_000_000n, 0n]);
    expect([await reserved(clip), (await earned(clip)).reserved_micros]).toEqual([4_000_000n, 4_000_000n]);

    await db.updateTable('fraud_holds').set({ state: 'released' }).where('id', '=', hold).execute();
    await count(db, clip, 3_000, at(30), { cleared_score: 70 });
    await settle(db, at(30), { listingId });
    expect([await pending(clipperId), await reserved(clip)]).toEqual([4_000_000n, 0n]);
    await releaseDue(db, at(54));
    expect(await available(clipperId)).toBe(6_000_000n);
  });

  test('an upheld hold returns the money for its views to the listing for good', async () => {
    const [{ id: listingId }, clipperId] = [
      await testListing(db, start, { budgetCents: 1_000 }),
      await clipper(),
    ];
    const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 3_000 });
    await settle(db, start, { listingId });
    const hold = await testHold(db, clip, at(1), { fromViews: 500, toViews: 2_500 });
    await settle(db, at(1), { listingId });
    expect([await pending(clipperId), await reserved(clip)]).toEqual([2_000_000n, 4_000_000n]);
    await db.updateTable('fraud_holds').set({ state: 'upheld' }).where('id', '=', hold).execute();
    await db
      .updateTable('clip_tracking')
      .set({ excluded_views: 2_000n, eligible_views: 1_000n })
      .where('submission_id', '=', clip)
      .execute();
    await settle(db, at(2), { listingId });
    expect([await pending(clipperId), await reserved(clip), await free(listingId)]).toEqual([
      2_000_000n,
      0n,
      8_000_000n,
    ]);
  });

  test('a hold that overlaps an upheld one contests each view once', async () => {
    const [{ id: listingId }, clipperId] = [await testListing(db, start), await clipper()];
    const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 10_000 });
    const first = await testHold(db, clip, start, { fromViews: 2_000, toViews: 5_000 });
    await db.updateTable('fraud_holds').set({ state: 'upheld' }).where('id', '=', first).execute();
    await count(db, clip, 10_000, at(1), { excluded_views: 3_000n, eligible_views: 7_000n });
    await settle(db, at(1), { listingId });
    await testHold(db, clip, at(1), { fromViews: 4_000, toViews: 6_000 });
    await settle(db, at(2), { listingId });
    expect([await pending(clipperId), await reserved(clip)]).toEqual([12_000_000n, 2_000_000n]);
  });

  test('a falling counter reverses pending money, newest first, and never released money', async () => {
    const [{ id: listingId }, clipperId] = [await testListing(db, start), await clipper()];
    const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 1_000 });
    await settle(db, start, { listingId });
    await releaseDue(db, at(24));
    await count(db, clip, 2_000, at(25));
    await settle(db, at(25), { listingId });
    await count(db, clip, 1_400, at(26));
    await settle(db, at(26), { listingId });
    expect([await available(clipperId), await pending(clipperId)]).toEqual([2_000_000n, 800_000n]);
    await count(db, clip, 10, at(27));
    await settle(db, at(27), { listingId });
    expect([await available(clipperId), await pending(clipperId)]).toEqual([2_000_000n, 0n]);
    expect(await free(listingId)).toBe(98_000_000n);
    await count(db, clip, 1_200, at(28));
    await settle(db, at(28), { listingId });
    expect(await pending(clipperId)).toBe(400_000n);
  });
});

describe('concurrency', () => {
  test('concurrent settlements of the same views pay once, and neither listings nor clippers deadlock', async () => {
    const listings = [await testListing(db, start), await testListing(db, start)];
    const people = [await clipper(), await clipper(), await clipper()];
    for (const [i, clipperId] of [...people, ...people.toReversed()].entries()) {
      await testClip(db, { listingId: listings[i % 2]!.id, clipperId, approvedAt: at(i), views: 1_000 });
    }
    const runs = await Promise.all(Array.from({ length: 8 }, () => settle(db, at(9))));
    expect(runs.reduce((sum, run) => sum + run.paidMicros, 0n)).toBe(12_000_000n);
    expect(await Promise.all(people.map(pending))).toEqual([4_000_000n, 4_000_000n, 4_000_000n]);
  });
});
