import { afterAll, expect, test } from 'vitest';
import { after, HOUR, MINUTE } from '#server/infra/clock.ts';
import { balanceOf, clipperPending, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { earningsJob } from './earnings.job.ts';
import { settlementCheck } from './failing-listings.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
/**
 * A count that was stored before counts had a limit. At $50.00 per 1,000 views the clip is worth more than
 * the ledger can hold.
 */
const ABSURD = 9_000_000_000_000_000;

async function clipOf(views: number) {
  const listing = await testListing(db, start, { rateCents: 5_000 });
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const id = await testClip(db, { listingId: listing.id, clipperId, approvedAt: start, views });
  return { id, clipperId, listingId: listing.id, earned: () => balanceOf(db, clipperPending(clipperId)) };
}

test('a listing whose amounts overflow blocks no other listing, is reported, and settles after its correction', async () => {
  const absurd = await clipOf(ABSURD);
  const others = [await clipOf(1_000), await clipOf(1_000), await clipOf(1_000)];
  const job = earningsJob(db);
  await expect(job.run(start)).rejects.toThrow(/out of range/);
  for (const { earned } of others) expect(await earned()).toBe(50_000_000n);
  expect(await absurd.earned()).toBe(0n);
  expect(await settlementCheck(db).problem()).toContain(`“Night run” (${absurd.listingId}`);

  // Later rounds settle the others immediately and skip the failing listing.
  await count(db, others[0]!.id, 2_000, after(start, MINUTE));
  await job.run(after(start, MINUTE));
  expect(await others[0]!.earned()).toBe(100_000_000n);

  await expect(job.run(after(start, 11 * MINUTE))).rejects.toThrow(/out of range/);
  await count(db, absurd.id, 1_500, after(start, HOUR));
  await job.run(after(start, HOUR));
  expect(await absurd.earned()).toBe(75_000_000n);
  expect(await settlementCheck(db).problem()).toBeNull();
  expect((await reconcile(db)).ok).toBe(true);
});
