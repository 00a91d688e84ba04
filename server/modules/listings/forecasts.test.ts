import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { FORECAST } from '#contract/limits.ts';
import { HOUR, MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { refreshForecasts } from './forecasts.job.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

const start = clock.now();
const refresh = () => transact(t.db, (tx) => refreshForecasts(tx, clock.now()));
const page = async (id: string) => (await api.send('GET', `/api/listings/${id}`)).body;
const { accountId: clipperId } = await testPerson(t.db, 'clipper');

test('a listing says what its median paid clip earned, how many were paid, and how many clips compete', async () => {
  const { id } = await testListing(t.db, start, { budgetCents: 100_000 });
  await refresh();
  expect(await page(id)).toMatchObject({ paidClips: 0, typicalMicros: null, competingClips: 0 });
  for (const views of [1_000, 4_000, 50_000])
    await testClip(t.db, { listingId: id, clipperId, approvedAt: start, views });
  await settle(t.db, start);
  await refresh();
  expect(await page(id)).toMatchObject({ paidClips: 3, typicalMicros: '8000000', competingClips: 3 });
  await t.owner
    .updateTable('clip_earnings')
    .set({ state: 'finished' })
    .where('paid_views', '=', 1_000n)
    .execute();
  await refresh();
  expect(await page(id)).toMatchObject({ paidClips: 3, competingClips: 2 });
});

test('expected earnings mix the listing’s median with the median of all listings, within an equal share of the budget', async () => {
  const { rows } = await sql<{
    id: string;
    paid: number;
    typical: string;
    free: string;
    competing: number;
    expected: string;
  }>`
    select f.listing_id as id, f.paid_clips as paid, f.typical_micros::text as typical, a.balance_micros::text as free,
      f.competing_clips as competing, f.expected_micros::text as expected
    from listing_forecasts f join ledger_accounts a on a.kind = 'listing' and a.owner_id = f.listing_id`.execute(
    t.db,
  );
  const [one] = rows;
  const elsewhere = 4_000n * 2_000n;
  const prior = BigInt(FORECAST.priorClips);
  const mixed = (3n * BigInt(one!.typical) + prior * elsewhere) / (3n + prior);
  expect(one).toMatchObject({ paid: 3, expected: String(mixed) });

  await t.owner
    .updateTable('ledger_accounts')
    .set({ balance_micros: 9_000_000n })
    .where('kind', '=', 'listing')
    .where('owner_id', '=', one!.id)
    .execute();
  await refresh();
  // Two clips compete, and the third share is the new clip's.
  expect(await page(one!.id)).toMatchObject({ expectedMicros: '3000000' });
});

test('a listing whose minimum a typical clip misses promises nothing, and a maximum per clip bounds the promise', async () => {
  const [strict, capped] = [await testListing(t.db, start), await testListing(t.db, start)];
  await t.owner.updateTable('listings').set({ min_views: 5_000n }).where('id', '=', strict.id).execute();
  await t.owner
    .updateTable('listings')
    .set({ max_payout_micros: 2_000_000n })
    .where('id', '=', capped.id)
    .execute();
  await refresh();
  expect(await page(strict.id)).toMatchObject({ expectedMicros: '0' });
  expect(await page(capped.id)).toMatchObject({ expectedMicros: '2000000' });
});

test('the forecast of a listing that ended is deleted, and one of a paused listing stays', async () => {
  const [ended, paused] = [await testListing(t.db, start), await testListing(t.db, start)];
  await refresh();
  await t.owner
    .updateTable('listings')
    .set({ state: 'ended', ended_at: start })
    .where('id', '=', ended.id)
    .execute();
  await t.owner
    .updateTable('listings')
    .set({ state: 'paused', pause_reason: 'host' })
    .where('id', '=', paused.id)
    .execute();
  clock.advance(HOUR);
  await refresh();
  const ids = await t.db.selectFrom('listing_forecasts').select('listing_id').execute();
  const known = ids.map((row) => row.listing_id);
  expect(known).toContain(paused.id);
  expect(known).not.toContain(ended.id);
  expect(await page(ended.id)).toMatchObject({ paidClips: 0, typicalMicros: null, expectedMicros: '0' });
});
