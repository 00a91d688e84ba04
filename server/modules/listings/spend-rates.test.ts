import { afterAll, expect, test } from 'vitest';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { hostListings } from './queries.ts';
import { refreshSpendRates } from './spend-rates.job.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

test('everybody sees the same spend rate as the host: earnings of seven days, without what was taken back', async () => {
  const start = clock.now();
  const listing = await testListing(t.db, start);
  const { accountId: clipperId } = await testPerson(t.db, 'clipper');
  const clip = () => testClip(t.db, { listingId: listing.id, clipperId, approvedAt: start, views: 10_000 });
  const [kept, takenBack] = [await clip(), await clip()];
  await settle(t.db, start);
  await t.db
    .updateTable('accruals')
    .set({ state: 'reversed', reversed_at: start })
    .where('submission_id', '=', takenBack)
    .execute();

  const spendRates = async (now: Date) => {
    await refreshSpendRates(t.db, now);
    const { body } = await api.send('GET', `/api/listings/${listing.id}`);
    const own = (await hostListings(t.db, listing.hostId, {})).rows[0]!;
    return { page: BigInt(body.lastWeekMicros), host: own.lastWeekMicros as bigint };
  };
  expect(await spendRates(after(start, HOUR))).toEqual({ page: 20_000_000n, host: 20_000_000n });
  const feed = await api.send('GET', '/api/listings');
  expect(feed.body.rows[0]).toMatchObject({ id: listing.id, lastWeekMicros: '20000000' });

  const later = after(start, 4 * DAY);
  await count(t.db, kept, 15_000, later);
  await settle(t.db, later);
  expect(await spendRates(later)).toEqual({ page: 30_000_000n, host: 30_000_000n });
  expect(await spendRates(after(start, 8 * DAY))).toEqual({ page: 10_000_000n, host: 10_000_000n });
  expect(await spendRates(after(start, 12 * DAY))).toEqual({ page: 0n, host: 0n });
});
