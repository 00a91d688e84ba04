import { afterAll, expect, test } from 'vitest';
import { after, HOUR, SECOND } from '#server/infra/clock.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { earningsJob } from './earnings.job.ts';

const t = await testDatabase();
afterAll(() => t.close());

test('a moved clock stops where the rest period after a long sweep ends', async () => {
  const now = new Date('2026-02-02T08:00:00Z');
  // With `freeMs: 0` every sweep counts as long.
  const job = earningsJob(t.db, { freeMs: 0 });
  await job.run(now);
  expect(await nextDueOf(t.db, job)).toBeNull();
  await job.run(now);
  const resumesAt = await nextDueOf(t.db, job);
  expect(resumesAt).toEqual(expect.any(Date));
  await job.run(resumesAt!);
  expect(await nextDueOf(t.db, job)).toBeNull();
});

test('pays clips approved during the rest period after a long sweep immediately', async () => {
  const now = new Date('2026-02-02T09:00:00Z');
  const { id: listingId } = await testListing(t.db, now);
  const { accountId: clipperId } = await testPerson(t.db, 'clipper');
  const job = earningsJob(t.db, { freeMs: 0 });
  await job.run(now);
  // The clip was counted long before, so no new count triggers the payment.
  const clipId = await testClip(t.db, { listingId, clipperId, approvedAt: now, views: 2_000 });
  await t.db
    .updateTable('clip_tracking')
    .set({ last_fetched_at: after(now, -HOUR) })
    .where('submission_id', '=', clipId)
    .execute();
  await job.run(now);
  const paid = await t.db
    .selectFrom('accruals')
    .select(['views_to', 'accrued_at'])
    .where('submission_id', '=', clipId)
    .execute();
  expect(paid).toEqual([{ views_to: 2_000n, accrued_at: now }]);
});

test('pays clips counted during the rest period after a long sweep immediately', async () => {
  const now = new Date('2026-02-03T08:00:00Z');
  const { id: listingId } = await testListing(t.db, now);
  const { accountId: clipperId } = await testPerson(t.db, 'clipper');
  const clipId = await testClip(t.db, { listingId, clipperId, approvedAt: now, views: 2_000 });
  const job = earningsJob(t.db, { freeMs: 0 });
  await job.run(now);
  const countedAt = after(now, HOUR);
  await count(t.db, clipId, 5_000, countedAt, { band: 'clean' });
  await job.run(after(now, SECOND));
  const paidTo = () =>
    t.db
      .selectFrom('accruals')
      .select('views_to')
      .where('submission_id', '=', clipId)
      .orderBy('views_to')
      .execute();
  expect(await paidTo()).toEqual([{ views_to: 2_000n }, { views_to: 5_000n }]);
});
