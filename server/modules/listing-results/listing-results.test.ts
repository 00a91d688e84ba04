import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostListingResults, type ListingResults } from '#contract/listing-results/listing-results.ts';
import { micros } from '#contract/money.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, listing as listingAccount } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, type TestListing, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { plansOf } from '#server/testing/plan.ts';
import { testHold } from '#server/testing/questions.ts';
import { readHostResults } from './queries.ts';

const t = await testDatabase();
const { db } = t;
const start = new Date('2026-03-02T08:30:00Z');
const clock = new MovableClock({ frozenAt: start });
const api = await testApi(
  db,
  clock,
  testModules(db, clock, ['listings', 'submissions', 'earnings', 'listing-results']),
);
afterAll(async () => {
  await api.close();
  await t.close();
});

let host: Actor;
let listing: TestListing;
let clippers: Actor[];
const clips: string[] = [];

const resultsOf = async (as: Actor, id: string): Promise<ListingResults> => {
  const reply = await api.send('GET', `/api/host/listings/${id}/results`, { as });
  expect(reply.status).toBe(200);
  return hostListingResults.parse(reply.body).results;
};

async function settleAt(now: Date): Promise<void> {
  while ((await settle(db, now, { listingId: listing.id })).listingIds.length > 0);
}

beforeAll(async () => {
  host = await testPerson(db, 'host');
  clippers = [await testPerson(db, 'clipper'), await testPerson(db, 'clipper')];
  // $100.00 at $2.00 per 1,000 views, paid from 1,000 views on, at most $20.00 per clip.
  listing = await testListing(db, start, {
    hostId: host.accountId,
    minViews: 1_000,
    maxPayoutMicros: micros(20_000_000n),
  });
  const clip = async (by: number, views: number, platform: 'tiktok' | 'youtube', postedAt: Date) => {
    const id = await testClip(db, {
      listingId: listing.id,
      clipperId: clippers[by]!.accountId,
      approvedAt: after(start, HOUR),
      submittedAt: postedAt,
      views,
    });
    await sql`update submissions set platform = ${platform} where id = ${id}`.execute(db);
    clips.push(id);
    return id;
  };
  await clip(0, 4_000, 'tiktok', start);
  // 10,000 views reach the maximum of $20.00; the other 5,000 cost nothing.
  await clip(0, 15_000, 'youtube', after(start, HOUR));
  await clip(1, 900, 'tiktok', after(start, 12 * HOUR));
  const contested = await clip(1, 3_000, 'tiktok', after(start, 12 * HOUR));
  await testHold(db, contested, start, { fromViews: 1_000, toViews: 3_000 });
  await settleAt(after(start, HOUR));
  await count(db, clips[0]!, 6_000, after(start, 2 * DAY));
  await settleAt(after(start, 2 * DAY));
  // The counter fell, so 1,000 views that are still pending go back.
  await count(db, clips[0]!, 5_000, after(start, 2 * DAY + HOUR));
  await settleAt(after(start, 2 * DAY + HOUR));
  await testClip(db, {
    listingId: listing.id,
    clipperId: clippers[0]!.accountId,
    approvedAt: null,
    views: 50_000,
  });
  clock.advance(3 * DAY);
});

describe('GET /api/host/listings/:id/results', () => {
  test("states the views of approved clips, and spend that equals the ledger's and the receipts'", async () => {
    const results = await resultsOf(host, listing.id);
    const { totals, costCentsPerMille, bestClips, platforms, hours, clippers: by, days } = results;
    const { rows } = await sql<{ paid: bigint; reserved: bigint }>`
      with accounts as (select ${listing.id}::uuid as id union all select unnest(${clips}::uuid[]))
      select (sum(amount_micros) filter (where credit_kind = 'clipper_pending')
          - coalesce(sum(amount_micros) filter (where debit_kind = 'clipper_pending'), 0))::bigint as paid,
        (select coalesce(sum(balance_micros), 0)::bigint from ledger_accounts
          where kind = 'clip_reserved' and owner_id = any(${clips}::uuid[])) as reserved
      from ledger_transfers where debit_owner_id in (select id from accounts) or credit_owner_id in (select id from accounts)`.execute(
      db,
    );
    // 5,000, 10,000, none and 1,000 of their views.
    expect(totals).toEqual({ clips: 4, views: 23_900, paidViews: 16_000, spentMicros: 32_000_000n });
    // $32.00 for 23,900 views.
    expect(costCentsPerMille).toBe(134);
    expect(rows[0]!.paid).toBe(totals.spentMicros);
    const free = await balanceOf(db, listingAccount(listing.id));
    expect(free + rows[0]!.reserved + totals.spentMicros).toBe(100_000_000n);
    for (const part of [bestClips, platforms, hours, by]) {
      expect(part.reduce((sum, { spentMicros }) => sum + spentMicros, 0n)).toBe(totals.spentMicros);
      expect(part.reduce((sum, { views }) => sum + views, 0)).toBe(totals.views);
      expect(part.reduce((sum, { paidViews }) => sum + paidViews, 0)).toBe(totals.paidViews);
    }
    expect(days.reduce((sum, { spentMicros }) => sum + spentMicros, 0n)).toBe(totals.spentMicros);
    for (const { id, spentMicros, paidViews, views } of bestClips) {
      const { body } = await api.send('GET', `/api/submissions/${id}/receipt`, { as: host });
      expect([BigInt(body.earnedMicros), body.paidViews, body.countedViews]).toEqual([
        spentMicros,
        paidViews,
        views,
      ]);
    }
    const overview = await api.send('GET', '/api/host/overview', { as: host });
    expect(BigInt(overview.body.spentMicros)).toBe(totals.spentMicros);
  });

  test('orders clips and clippers by paid views, and names platforms and hours of posting in UTC', async () => {
    const { bestClips, platforms, hours, clippers: by, clipperCount } = await resultsOf(host, listing.id);
    expect(bestClips.map(({ paidViews }) => paidViews)).toEqual([10_000, 5_000, 1_000, 0]);
    expect(by.map(({ clips: own, paidViews }) => [own, paidViews])).toEqual([
      [2, 15_000],
      [2, 1_000],
    ]);
    expect(clipperCount).toBe(2);
    expect(platforms.map(({ platform, clips: own }) => [platform, own])).toEqual(
      expect.arrayContaining([
        ['tiktok', 3],
        ['youtube', 1],
      ]),
    );
    expect(hours.map(({ hour, clips: own }) => [hour, own])).toEqual([
      [8, 1],
      [9, 1],
      [20, 2],
    ]);
  });

  test('forecasts each day from the days before it alone', async () => {
    const { days } = await resultsOf(host, listing.id);
    expect(days).toEqual([
      { day: '2026-03-02', paidViews: 15_000, spentMicros: 30_000_000n, forecastMicros: null },
      { day: '2026-03-03', paidViews: 0, spentMicros: 0n, forecastMicros: 30_000_000n },
      { day: '2026-03-04', paidViews: 1_000, spentMicros: 2_000_000n, forecastMicros: 15_000_000n },
      { day: '2026-03-05', paidViews: 0, spentMicros: 0n, forecastMicros: 10_666_666n },
    ]);
  });

  test('is empty for a listing without an approved clip', async () => {
    const fresh = await testListing(db, clock.now(), { hostId: host.accountId });
    expect(await resultsOf(host, fresh.id)).toEqual({
      listingId: fresh.id,
      costCentsPerMille: null,
      totals: { clips: 0, views: 0, paidViews: 0, spentMicros: 0n },
      bestClips: [],
      clippers: [],
      clipperCount: 0,
      platforms: [],
      hours: [],
      days: [{ day: '2026-03-05', paidViews: 0, spentMicros: 0n, forecastMicros: null }],
      clipEarnings: { expectedMicros: null, medianMicros: null },
    });
  });

  test('404 is the same for the listing of another host as for none', async () => {
    const other = await testPerson(db, 'host');
    const [foreign, none] = await Promise.all(
      [listing.id, '00000000-0000-4000-8000-000000000000'].map((id) =>
        api.send('GET', `/api/host/listings/${id}/results`, { as: other }),
      ),
    );
    expect([foreign!.status, foreign!.body]).toEqual([404, none!.body]);
  });

  test('reads only rows of the listing, by indexes', async () => {
    const plans = await plansOf(db, (own) => readHostResults(own, host.accountId, [listing.id], clock.now()));
    const read = plans.join('\n');
    expect(read).toContain('submissions_listing');
    expect(read).toContain('clip_earnings_listing');
    expect(read).not.toContain('Seq Scan');
  });
});

describe('GET /api/host/listings/results', () => {
  const compare = (as: Actor, ids: readonly string[], file = '') =>
    api.send('GET', `/api/host/listings/results${file}?ids=${ids.join(',')}`, { as });

  test('returns the same results of several own listings, in the order of the ids, without those of others', async () => {
    const second = await testListing(db, clock.now(), { hostId: host.accountId });
    const foreign = await testListing(db, clock.now());
    const { status, body } = await compare(host, [listing.id, second.id, foreign.id]);
    expect(status).toBe(200);
    expect(body.rows.map((row: { listing: { id: string } }) => row.listing.id)).toEqual([
      listing.id,
      second.id,
    ]);
    const single = await api.send('GET', `/api/host/listings/${listing.id}/results`, { as: host });
    expect(body.rows[0]).toEqual(single.body);
  });

  test('400 refuses more than four listings', async () => {
    const { status, body } = await compare(host, Array(5).fill(listing.id));
    expect(status).toBe(400);
    expect(body.fields[0].message).toContain('at most 4');
  });

  test('the CSV file states the totals, and parts that add up to them', async () => {
    const file = await compare(host, [listing.id], '.csv');
    expect(file.status).toBe(200);
    const rows: Record<string, string>[] = parse(file.bytes, { columns: true, bom: true });
    const spent = (part: string) =>
      rows.filter((row) => row.Part === part).reduce((sum, row) => sum + Number(row['Amount (USD)']), 0);
    for (const part of ['Total', 'Day', 'Best clip', 'Clipper', 'Platform', 'Hour of posting (UTC)'])
      expect([part, spent(part)]).toEqual([part, 32]);
    expect(rows.find(({ What }) => What === 'Cost per 1,000 views')).toMatchObject({
      'Amount (USD)': '1.34',
    });
  });
});
