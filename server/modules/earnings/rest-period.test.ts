import { afterAll, expect, test } from 'vitest';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { earningsJob } from './earnings.job.ts';

const t = await testDatabase();
afterAll(() => t.close());

test('a clock that is moved stops where the rest after a long sweep ends, and pays what was approved meanwhile', async () => {
  const now = new Date('2026-02-02T08:00:00Z');
  const { id: listingId } = await testListing(t.db, now);
  const { userId: clipperId } = await testPerson(t.db, 'clipper');
  // Every sweep counts as a long one.
  const job = earningsJob(t.db, { freeMs: 0 });
  await job.run(now);
  expect(await job.nextDueAt!()).toBeNull();
  await testClip(t.db, { listingId, clipperId, approvedAt: now, views: 2_000 });
  await job.run(now);
  const paidSteps = () => t.db.selectFrom('accruals').selectAll().execute();
  expect(await paidSteps()).toEqual([]);
  const resumesAt = await job.nextDueAt!();
  expect(resumesAt).toEqual(expect.any(Date));
  await job.run(resumesAt!);
  expect(await paidSteps()).toHaveLength(1);
});
