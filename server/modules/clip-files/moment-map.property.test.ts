import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { MomentMap } from '#contract/clips/clip-files.ts';
import { micros } from '#contract/money.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClipFile } from '#server/testing/clip-file.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testMediaFile } from '#server/testing/media-file.ts';
import { momentMap, takenSeconds } from './moment-map.ts';

const { db, close } = await testDatabase();
afterAll(close);

const now = new Date('2026-03-02T12:00:00Z');
const RATE = 2_000n;
const CLIPS = 4;
let listingId: string;
let clipperId: AccountId;
let sourceId: string;
const ids: string[] = [];

beforeAll(async () => {
  const host = await testPerson(db, 'host');
  clipperId = (await testPerson(db, 'clipper')).accountId;
  sourceId = await sourceOf(host.accountId);
  const rules = { source_media_id: sourceId, source_url: null };
  listingId = (await testListing(db, now, { hostId: host.accountId, rules })).id;
  for (let i = 0; i < CLIPS; i++) {
    const id = await testClip(db, { listingId, clipperId, approvedAt: now });
    await testClipFile(db, { submissionId: id, ownerId: clipperId, state: 'partly', now });
    await db
      .insertInto('clip_earnings')
      .values({
        submission_id: id,
        listing_id: listingId,
        clipper_id: clipperId,
        approved_at: now,
        rate_micros_per_view: RATE,
        min_views: 0n,
        reserves: false,
      })
      .execute();
    ids.push(id);
  }
});

const sourceOf = (ownerId: AccountId) => testMediaFile(db, { owner_id: ownerId, kind: 'source' });

interface Got {
  views: bigint;
  paidViews: bigint;
  isApproved: boolean;
  segments: { sourceFromMs: number; sourceToMs: number }[];
}

async function keep(clips: readonly Got[]): Promise<MomentMap> {
  await db.deleteFrom('clip_segments').execute();
  for (const [i, { views, paidViews, isApproved, segments }] of clips.entries()) {
    const id = ids[i]!;
    await db.updateTable('clip_tracking').set({ views }).where('submission_id', '=', id).execute();
    await db
      .updateTable('clip_earnings')
      .set({ paid_views: paidViews, paid_micros: paidViews * RATE })
      .where('submission_id', '=', id)
      .execute();
    const decided = isApproved
      ? { status: 'approved', approved_at: now, approved_how: 'host', tracking_until: now }
      : { status: 'pending', approved_at: null, approved_how: null, tracking_until: null };
    await db
      .updateTable('submissions')
      .set(decided as never)
      .where('id', '=', id)
      .execute();
    if (segments.length === 0) continue;
    await db
      .insertInto('clip_segments')
      .values(
        segments.map(({ sourceFromMs, sourceToMs }, ordinal) => ({
          submission_id: id,
          ordinal,
          source_media_id: sourceId,
          clip_from_ms: 0,
          clip_to_ms: 1_000,
          source_from_ms: sourceFromMs,
          source_to_ms: sourceToMs,
          bit_error: 0.1,
          tempo: 1,
          pitch: 1,
        })),
      )
      .execute();
  }
  return await momentMap(db, listingId);
}

/** The sums of one second over all clips. Views and money are numerators over a common denominator. */
interface Exact {
  clips: number;
  approved: number;
  views: bigint;
  earned: bigint;
}

/** Computes the map millisecond by millisecond, without rounding before the end. */
function expected(clips: readonly Got[]): MomentMap {
  const lengthOf = ({ segments }: Got) =>
    BigInt(segments.reduce((sum, { sourceFromMs, sourceToMs }) => sum + sourceToMs - sourceFromMs, 0));
  const denominator = clips.reduce((product, clip) => product * (lengthOf(clip) || 1n), 1n);
  const seconds = new Map<number, Exact>();
  const rest = { clips: 0, approved: 0, views: 0n, earned: 0n };
  const total = { views: 0n, earned: 0n };
  for (const clip of clips) {
    const { views, paidViews, isApproved, segments } = clip;
    const earned = paidViews * RATE;
    const length = lengthOf(clip);
    const count = (sum: Exact) => {
      sum.clips++;
      sum.approved += isApproved ? 1 : 0;
    };
    if (length === 0n) {
      count(rest);
      rest.views += views;
      rest.earned += earned;
      continue;
    }
    total.views += views;
    total.earned += earned;
    const seen = new Set<number>();
    for (const { sourceFromMs, sourceToMs } of segments) {
      for (let ms = sourceFromMs; ms < sourceToMs; ) {
        const second = Math.floor(ms / 1000);
        const until = Math.min(sourceToMs, 1000 * (second + 1));
        const sum = seconds.get(second) ?? { clips: 0, approved: 0, views: 0n, earned: 0n };
        seconds.set(second, sum);
        if (!seen.has(second)) count(sum);
        seen.add(second);
        const weight = (BigInt(until - ms) * denominator) / length;
        sum.views += views * weight;
        sum.earned += earned * weight;
        ms = until;
      }
    }
  }
  const inOrder = [...seconds].sort(([a], [b]) => a - b);
  const views = rounded(
    total.views,
    denominator,
    inOrder.map(([, sum]) => sum.views),
  );
  const earned = rounded(
    total.earned,
    denominator,
    inOrder.map(([, sum]) => sum.earned),
  );
  return {
    widthSeconds: 1,
    seconds: inOrder.map(([second, { clips, approved }], i) => ({
      ...{ second, clips, approved },
      views: Number(views[i]),
      earnedMicros: micros(earned[i]!),
    })),
    notLocated: { ...counts(rest), views: Number(rest.views), earnedMicros: micros(rest.earned) },
  };
}

const counts = ({ clips, approved }: Exact) => ({ clips, approved });

/**
 * Rounds quotients to whole numbers that add up to `total`. The largest remainders are rounded up; of equal
 * remainders, the earlier ones.
 */
function rounded(total: bigint, denominator: bigint, numerators: readonly bigint[]): bigint[] {
  const parts = numerators.map((numerator) => numerator / denominator);
  const left = Number(total - parts.reduce((sum, part) => sum + part, 0n));
  const byRest = numerators
    .map((numerator, i) => ({ i, rest: numerator % denominator }))
    .sort((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest < b.rest ? 1 : -1));
  for (const { i } of byRest.slice(0, left)) parts[i]! += 1n;
  return parts;
}

const segment = fc
  .tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 1, max: 20_000 }))
  .map(([from, length]) => ({ sourceFromMs: from, sourceToMs: from + length }));
const clip = fc.record({
  isApproved: fc.boolean(),
  views: fc.bigInt({ min: 0n, max: 10_000_000_000n }),
  paidViews: fc.bigInt({ min: 0n, max: 10_000_000n }),
  segments: fc.array(segment, { maxLength: 3 }),
});

test('the map and unlocated amounts add up to the totals of all clips, each second with its exact share', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(clip, { minLength: CLIPS, maxLength: CLIPS }), async (clips) => {
      const map = await keep(clips);
      const all = [...map.seconds, map.notLocated];
      expect(all.reduce((sum, { earnedMicros }) => sum + earnedMicros, 0n)).toBe(
        clips.reduce((sum, { paidViews }) => sum + paidViews * RATE, 0n),
      );
      expect(map).toEqual(expected(clips));
    }),
    { numRuns: 20 },
  );
});

test('each second counts the clips that show it, a clip that shows it twice once', async () => {
  const segments = [
    { sourceFromMs: 10_500, sourceToMs: 12_000 },
    { sourceFromMs: 11_000, sourceToMs: 12_500 },
  ];
  const none = { isApproved: false, views: 0n, paidViews: 0n, segments: [] };
  const map = await keep([
    { isApproved: true, views: 300n, paidViews: 1_500n, segments },
    { isApproved: false, views: 300n, paidViews: 0n, segments: [segments[0]!] },
    { isApproved: true, views: 300n, paidViews: 1_500n, segments: [] },
    none,
  ]);
  expect(map.seconds).toEqual([
    { second: 10, clips: 2, approved: 1, views: 50 + 100, earnedMicros: 500_000n },
    { second: 11, clips: 2, approved: 1, views: 200 + 200, earnedMicros: 2_000_000n },
    { second: 12, clips: 1, approved: 1, views: 50, earnedMicros: 500_000n },
  ]);
  expect(map.notLocated).toEqual({ clips: 2, approved: 1, views: 300, earnedMicros: 3_000_000n });
});

test('a row of a day-long source covers 24 seconds, and the rows add up as well', async () => {
  const segments = [{ sourceFromMs: 23_000, sourceToMs: 27_000 }];
  const none = { isApproved: false, views: 0n, paidViews: 0n, segments: [] };
  const length = async (duration_ms: bigint | null) =>
    await db.updateTable('media_files').set({ duration_ms }).where('id', '=', sourceId).execute();
  await length(86_400_000n);
  const map = await keep([{ isApproved: true, views: 400n, paidViews: 1_000n, segments }, none, none, none]);
  expect(map.widthSeconds).toBe(24);
  expect(map.seconds).toEqual([
    { second: 0, clips: 1, approved: 1, views: 100, earnedMicros: 500_000n },
    { second: 24, clips: 1, approved: 1, views: 300, earnedMicros: 1_500_000n },
  ]);
  expect(await takenSeconds(db, listingId)).toEqual({
    widthSeconds: 24,
    seconds: [
      { second: 0, clips: 1, approved: 1 },
      { second: 24, clips: 1, approved: 1 },
    ],
  });
  await length(null);
});
