import { afterAll, expect, test } from 'vitest';
import { after, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { startTracking, unseenViews } from './start.ts';
import { storeCounts } from './store-counts.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

const postedAt = new Date('2026-03-02T08:00:00Z');
const reading = { views: 60_000, likes: 900, comments: 9, shares: 3, source: 'test', countingRule: 'views' };

/** Submits a post so many hours after it was posted, and returns its clip. Without views the platform has no count yet. */
async function submit(hours: number, views: number | null, postId: string): Promise<string> {
  const now = after(postedAt, hours * HOUR);
  const { id: listingId } = await testListing(db, postedAt);
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const submissionId = await testClip(db, { listingId, clipperId, approvedAt: null, isTracked: false });
  const { connection_id: connectionId } = await db
    .selectFrom('submissions')
    .select('connection_id')
    .where('id', '=', submissionId)
    .executeTakeFirstOrThrow();
  const clip = {
    submissionId,
    listingId,
    clipperId,
    connectionId,
    platform: 'tiktok',
    postId,
    postApiId: postId,
  };
  const kind = { countLevel: 'platform' as const, byFigures: false };
  const baseline = views === null ? null : { ...reading, views };
  await transact(db, (tx) => startTracking(tx, { ...clip, postedAt, ...kind }, baseline, now));
  return submissionId;
}

const count = (clip: string, hours: number, views: number) =>
  transact(db, (tx) =>
    storeCounts(tx, new Map([[clip, { ...reading, views }]]), after(postedAt, hours * HOUR)),
  );

/** Submits a post as `submit` does, and returns its unseen views. */
const unseen = async (hours: number, views = reading.views, postId: string = newId()): Promise<bigint> =>
  unseenOf(await submit(hours, views, postId));

async function unseenOf(submissionId: string): Promise<bigint> {
  const { unseen_views } = await db
    .selectFrom('clip_tracking')
    .select('unseen_views')
    .where('submission_id', '=', submissionId)
    .executeTakeFirstOrThrow();
  return unseen_views;
}

test('counts the views of a post that was first read more than six hours after it as unseen', async () => {
  expect(await unseen(60)).toBe(60_000n);
  expect(await unseen(6.01)).toBe(60_000n);
});

test('counts no view as unseen if the post was read within six hours', async () => {
  expect(await unseen(6)).toBe(0n);
});

test('goes by the first reading of the post if it was submitted before', async () => {
  const late = newId();
  expect(await unseen(30, 40_000, late)).toBe(40_000n);
  expect(await unseen(36, 60_000, late)).toBe(40_000n);
});

test('counts views as unseen that a post got while it was withdrawn for more than six hours', async () => {
  const early = newId();
  expect(await unseen(2, 300, early)).toBe(0n);
  expect(await unseen(8, 500, early)).toBe(0n);
  expect(await unseen(60, 60_000, early)).toBe(59_500n);
  expect(await unseen(61, 60_100, early)).toBe(59_500n);
});

test('counts the views before the first count as unseen if the platform gave none at submission', async () => {
  const late = await submit(2, null, newId());
  await count(late, 30, 60_000);
  expect(await unseenOf(late)).toBe(60_000n);
  await count(late, 31, 70_000);
  expect(await unseenOf(late)).toBe(60_000n);
  const early = await submit(2, null, newId());
  await count(early, 5, 900);
  await count(early, 40, 60_000);
  expect(await unseenOf(early)).toBe(0n);
});

test('counts the views since an earlier submission as unseen if the later one has no count for six hours', async () => {
  const postId = newId();
  expect(await unseen(2, 300, postId)).toBe(0n);
  const again = await submit(7, null, postId);
  await count(again, 20, 60_000);
  expect(await unseenOf(again)).toBe(59_700n);
});

test('a post that would be submitted now has the views as unseen that its submission would store', async () => {
  const postId = newId();
  await submit(2, 300, postId);
  const now = after(postedAt, 60 * HOUR);
  const post = { platform: 'tiktok', postId, postedAt };
  expect(await unseenViews(db, post, { views: 60_000 }, now)).toBe(59_700n);
  expect(await unseen(60, 60_000, postId)).toBe(59_700n);
});
