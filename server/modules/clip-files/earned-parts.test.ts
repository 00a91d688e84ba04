import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClipFile } from '#server/testing/clip-file.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testMediaFile } from '#server/testing/media-file.ts';
import { testModules } from '#server/testing/modules.ts';
import { bestParts, earnedParts, toTwoDigits } from './earned-parts.ts';

const { db, close } = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['clip-files']));
afterAll(async () => {
  await api.close();
  await close();
});

type Person = Awaited<ReturnType<typeof testPerson>>;
let host: Person;
let listingId: string;
let sourceId: string;
beforeAll(async () => {
  host = await testPerson(db, 'host');
  sourceId = await testMediaFile(db, { owner_id: host.accountId, kind: 'source', duration_ms: 600_000n });
  const rules = { source_media_id: sourceId, source_url: null };
  listingId = (await testListing(db, clock.now(), { hostId: host.accountId, rules })).id;
});

/** Adds a clip that shows these seconds and was paid for so many views at $2.00 per 1,000. */
async function paid(clipper: Person, from: number, to: number, views: bigint): Promise<void> {
  const of = { listingId, clipperId: clipper.accountId };
  const id = await testClip(db, { ...of, approvedAt: clock.now() });
  await testClipFile(db, { submissionId: id, ownerId: clipper.accountId, state: 'partly', now: clock.now() });
  const earning = { submission_id: id, listing_id: listingId, clipper_id: clipper.accountId };
  await db
    .insertInto('clip_earnings')
    .values({
      ...earning,
      approved_at: clock.now(),
      rate_micros_per_view: 2_000n,
      min_views: 0n,
      reserves: false,
      paid_views: views,
      paid_micros: views * 2_000n,
    })
    .execute();
  await db
    .insertInto('clip_segments')
    .values({
      submission_id: id,
      source_media_id: sourceId,
      ordinal: 0,
      clip_from_ms: 0,
      clip_to_ms: (to - from) * 1_000,
      source_from_ms: from * 1_000,
      source_to_ms: to * 1_000,
      bit_error: 0.1,
      tempo: 1,
      pitch: 1,
    })
    .execute();
}

describe('GET /api/listings/:id/earned-parts', () => {
  const partsFor = (as: Person) => api.send('GET', `/api/listings/${listingId}/earned-parts`, { as });

  test('200: states the earnings of a part once paid clips of three clippers show it, and only then', async () => {
    const [ada, ben, cleo] = [
      await testPerson(db, 'clipper'),
      await testPerson(db, 'clipper'),
      await testPerson(db, 'clipper'),
    ];
    await paid(ada, 100, 120, 10_000n);
    await paid(ada, 105, 115, 1_000n);
    await paid(ben, 100, 120, 5_000n);
    expect(await earnedParts(db, listingId)).toEqual([]);
    await paid(cleo, 110, 130, 8_000n);
    // Of the seconds 110 to 120, Ada's clips earned $10 and $1, Ben's $5, and Cleo's $8.
    expect((await partsFor(ada)).body.parts).toEqual([{ start: 110, end: 120, earnedMicros: '24000000' }]);
  });

  test('404: answers a clipper whom the host has blocked as if the listing did not exist', async () => {
    const blocked = await testPerson(db, 'clipper');
    await db
      .insertInto('clipper_blocks')
      .values({ host_id: host.accountId, clipper_id: blocked.accountId, blocked_at: clock.now() })
      .execute();
    expect((await partsFor(blocked)).status).toBe(404);
  });
});

test('a part longer than a minute is cut to the minute that earned most', () => {
  const rows = Array.from({ length: 100 }, (_, second) => ({
    second,
    earnedMicros: micros(second >= 30 && second < 90 ? 20n : 10n),
  }));
  expect(bestParts(rows, 1)).toEqual([{ start: 30, end: 90, earnedMicros: 1_200n }]);
  expect(bestParts([...rows.slice(0, 2), ...rows.slice(40, 41)], 1)).toEqual([
    { start: 0, end: 2, earnedMicros: 20n },
    { start: 40, end: 41, earnedMicros: 20n },
  ]);
});

test('rounds an amount down to two digits, so that it tells no single clip', () => {
  expect([0n, 7n, 99n, 1_299_999n].map((amount) => toTwoDigits(micros(amount)))).toEqual([
    0n,
    7n,
    99n,
    1_200_000n,
  ]);
});
