import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, listing as listingAccount } from '#server/modules/ledger/ledger.ts';
import { importSource } from '#server/modules/media/media.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, type TestListing, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { testUploads } from '#server/testing/uploads.ts';
import { cutsOf, otherSpeechVideo, speechVideo } from '#server/testing/videos.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-clip-files-'));
const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const modules = testModules(db, clock, ['media', 'submissions', 'clip-files', 'clips'], {
  env: { DATA_DIR: dataDir },
});
const api = await testApi(db, clock, modules);
const uploads = testUploads(api, modules.find(({ name }) => name === 'media')!, clock);
const run = async (name: string) => {
  const job = modules.flatMap(({ jobs }) => jobs ?? []).find((one) => one.name === name)!;
  await job.run(clock.now());
};
afterAll(async () => {
  await api.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

type Person = Awaited<ReturnType<typeof testPerson>>;
let listing: TestListing;
let host: Person;
let sourceId: string;
beforeAll(async () => {
  const path = join(dataDir, 'night.mp4');
  writeFileSync(path, speechVideo);
  host = await testPerson(db, 'host');
  sourceId = await importSource({ db, dataDir }, host.accountId, path, clock.now());
  listing = await testListing(db, clock.now(), {
    hostId: host.accountId,
    rules: { source_media_id: sourceId, source_url: null },
  });
  await run('media.prepare-sound');
});

/** Creates a pending clip whose post has this length. */
async function pending(seconds: number | null, on = listing): Promise<{ id: string; clipper: Person }> {
  const clipper = await testPerson(db, 'clipper');
  const id = await testClip(db, { listingId: on.id, clipperId: clipper.accountId, approvedAt: null });
  await db.updateTable('submissions').set({ duration_seconds: seconds }).where('id', '=', id).execute();
  return { id, clipper };
}
const announce = (id: string, as: Person, file: { sizeBytes?: number; contentType?: string } = {}) =>
  api.send('POST', `/api/submissions/${id}/file`, {
    as,
    body: { fileName: 'clip.mp4', sizeBytes: 1_000, contentType: 'video/mp4', fingerprint: null, ...file },
  });
/** Announces, sends and checks a clip's file. */
async function attach(id: string, bytes: Buffer, as: Person): Promise<string> {
  const announced = await announce(id, as, { sizeBytes: bytes.length });
  expect(announced.status).toBe(200);
  const { uploadId } = announced.body;
  expect((await uploads.patch(as, uploadId, bytes)).status).toBe(204);
  await run('media.finish-uploads');
  return uploadId;
}
const matchOf = async (id: string, as: Person) =>
  (await api.send('GET', `/api/clips/${id}`, { as })).body.match;
async function matched(video: Buffer, seconds: number | null) {
  const clip = await pending(seconds);
  await attach(clip.id, video, clip.clipper);
  expect(await matchOf(clip.id, clip.clipper)).toMatchObject({ state: 'waiting', segments: [] });
  await run('clip-files.match');
  return { ...clip, match: await matchOf(clip.id, clip.clipper) };
}
/** Expects the found parts to be these spans of the source, each within a second. */
function expectSpans(found: { sourceFromMs: number; sourceToMs: number }[], spans: [number, number][]): void {
  expect(found).toHaveLength(spans.length);
  found.forEach(({ sourceFromMs, sourceToMs }, i) => {
    expect(Math.abs(sourceFromMs / 1000 - spans[i]![0])).toBeLessThan(1);
    expect(Math.abs(sourceToMs / 1000 - spans[i]![1])).toBeLessThan(1);
  });
}

test('locates three joined cuts in the source to the second, and shows the host another clipper’s same edit', async () => {
  const video = await cutsOf(speechVideo, [50, 56], [12, 17], [30, 38]);
  const first = await matched(video, 19);
  expect(first.match).toMatchObject({ state: 'matched', lengthDiffers: false, sameEdit: null });
  expect(first.match.sourceUrl).toBe(`/media/${sourceId}`);
  expectSpans(first.match.segments, [
    [50, 56],
    [12, 17],
    [30, 38],
  ]);
  const second = await matched(video, 19);
  expect(second.match.sameEdit).toBeNull();
  expect((await matchOf(first.id, host)).sameEdit).toBeNull();
  expect((await matchOf(second.id, host)).sameEdit).toMatchObject({ id: first.id });
});

test('distinguishes a clip that shows the source in part from one that shows none of it', async () => {
  const other = await cutsOf(otherSpeechVideo, [0, 20]);
  const nothing = await matched(other, 20);
  expect(nothing.match).toMatchObject({ state: 'nothing_found', segments: [] });
  const whole = await matched(await cutsOf(speechVideo, [20, 32]), 40);
  expect(whole.match).toMatchObject({ state: 'matched', lengthDiffers: true });
});

test('says so if there is no file or the listing’s source is a link', async () => {
  const { id, clipper } = await pending(20);
  expect(await matchOf(id, clipper)).toMatchObject({ state: 'no_file', fileUrl: null });
  const clip = await pending(20, await testListing(db, clock.now()));
  expect(await matchOf(clip.id, clip.clipper)).toMatchObject({ state: 'no_source', fileUrl: null });
  await attach(clip.id, await cutsOf(speechVideo, [20, 32]), clip.clipper);
  await run('clip-files.match');
  expect(await matchOf(clip.id, clip.clipper)).toMatchObject({ state: 'no_source', sourceUrl: null });
});

test("only the clipper announces a clip's file, once, while the clip is pending, as an MP4 of at most 500 MB", async () => {
  const { id, clipper } = await pending(20);
  const code = async (...of: Parameters<typeof announce>) => (await announce(...of)).body.code;
  expect(await code(id, await testPerson(db, 'clipper'))).toBe('not_found');
  expect(await code(id, host)).toBe('wrong_role');
  expect(await code(id, clipper, { contentType: 'video/webm' })).toBe('invalid_file_type');
  expect(await code(id, clipper, { sizeBytes: 501 * 1024 ** 2 })).toBe('clip_file_too_large');
  expect((await announce(id, clipper)).status).toBe(200);
  expect(await code(id, clipper)).toBe('clip_file_attached');
  const decided = await pending(20);
  await db.updateTable('submissions').set({ status: 'withdrawn' }).where('id', '=', decided.id).execute();
  expect(await code(decided.id, decided.clipper)).toBe('submission_state');
});

test('one of several concurrent announcements becomes the clip’s file', async () => {
  const { id, clipper } = await pending(20);
  const all = await Promise.all(Array.from({ length: 5 }, () => announce(id, clipper)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(all.map(({ body }) => body.code))).toEqual(new Set([undefined, 'clip_file_attached']));
});

test('an interrupted upload can be resumed, is listed only to its clipper, and can be deleted', async () => {
  const { id, clipper } = await pending(6);
  const video = await cutsOf(speechVideo, [20, 26]);
  const { uploadId } = (await announce(id, clipper, { sizeBytes: video.length })).body;
  await uploads.patch(clipper, uploadId, video.subarray(0, 10_000));
  expect(await matchOf(id, clipper)).toMatchObject({ state: 'sending', fileUrl: null });
  const rows = async (as: Person) => (await api.send('GET', '/api/media', { as })).body.rows;
  expect(await rows(clipper)).toMatchObject([{ id: uploadId, fileName: 'clip.mp4', offsetBytes: 10_000 }]);
  const stranger = await testPerson(db, 'clipper');
  expect(await rows(stranger)).toEqual([]);
  expect((await uploads.patch(stranger, uploadId, video.subarray(10_000), 10_000)).status).toBe(404);
  expect((await api.send('DELETE', `/api/media/${uploadId}`, { as: stranger })).status).toBe(404);
  expect((await api.send('DELETE', `/api/media/${uploadId}`, { as: clipper })).status).toBe(200);
  expect(await matchOf(id, clipper)).toMatchObject({ state: 'no_file' });
  const again = await attach(id, video, clipper);
  // A file that was or will be compared is evidence, so it can't be deleted.
  expect((await api.send('DELETE', `/api/media/${again}`, { as: clipper })).status).toBe(404);
  expect(await rows(clipper)).toEqual([]);
});

test('refuses a file that is no video and names the rule, and accepts a replacement', async () => {
  const { id, clipper } = await pending(6);
  await attach(id, Buffer.from('no video'), clipper);
  expect(await matchOf(id, clipper)).toMatchObject({ state: 'refused', refusal: 'invalid_file_type' });
  await attach(id, await cutsOf(speechVideo, [20, 26]), clipper);
  await run('clip-files.match');
  expect(await matchOf(id, clipper)).toMatchObject({ state: 'matched', refusal: null });
});

test('deletes an unfinished file a week after its last byte', async () => {
  const { id, clipper } = await pending(6);
  const { uploadId } = (await announce(id, clipper)).body;
  await uploads.patch(clipper, uploadId, Buffer.alloc(10));
  clock.advance(7 * DAY);
  await run('media.delete-unused');
  expect(await matchOf(id, clipper)).toMatchObject({ state: 'no_file' });
});

test('plays a clip’s file to its clipper, its host and admins, and answers 404 to others', async () => {
  const { match, clipper } = await matched(await cutsOf(speechVideo, [20, 26]), 6);
  const statusFor = async (as?: Person) =>
    (await api.send('GET', match.fileUrl, { ...(as && { as }) })).status;
  expect(await statusFor(clipper)).toBe(200);
  expect(await statusFor(host)).toBe(200);
  expect(await statusFor(await testPerson(db, 'admin'))).toBe(200);
  expect(await statusFor(await testPerson(db, 'clipper'))).toBe(404);
  expect(await statusFor(await testPerson(db, 'host'))).toBe(404);
  expect(await statusFor()).toBe(404);
});

test('a matching file does not approve a clip, because nothing proves that it is the video of the post', async () => {
  const video = await cutsOf(speechVideo, [40, 50]);
  const clips = [await matched(video, 10), await matched(video, 60), await pending(10)];
  for (const { id } of clips) {
    await count(db, id, 5_000, clock.now());
    await db
      .updateTable('clip_tracking')
      .set({ band: 'clean', count_level: 'platform' })
      .where('submission_id', '=', id)
      .execute();
  }
  await run('submissions.deadlines');
  clock.advance(2 * DAY + HOUR);
  await run('submissions.deadlines');
  const rows = await db
    .selectFrom('submissions')
    .select(['id', 'status'])
    .where(
      'id',
      'in',
      clips.map(({ id }) => id),
    )
    .execute();
  expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
});

test('limits the total size of a person’s files, and erases each long after its clip was counted', async () => {
  const { id, clipper, match } = await matched(await cutsOf(speechVideo, [20, 26]), 6);
  const full = await pending(6);
  await db
    .updateTable('media_files')
    .set({ owner_id: full.clipper.accountId, size_bytes: 5n * 1024n ** 3n })
    .where('id', '=', match.fileUrl.split('/').at(-1))
    .execute();
  expect((await announce(full.id, full.clipper)).body.code).toBe('clip_files_full');
  clock.advance(120 * DAY);
  await run('clip-files.remove-old');
  expect((await matchOf(id, clipper)).fileUrl).not.toBeNull();
  await db.updateTable('submissions').set({ status: 'rejected' }).where('id', '=', id).execute();
  clock.advance(DAY);
  await run('clip-files.remove-old');
  await run('media.delete-erased');
  const erased = { state: 'matched', fileUrl: null, segments: match.segments };
  expect((await announce(full.id, full.clipper)).status).toBe(200);
  // The comparison result outlives the file, for every viewer.
  const gone = await api.send('DELETE', `/api/media/${match.fileUrl.slice(-36)}`, { as: full.clipper });
  expect(gone.status).toBe(404);
  expect(await matchOf(id, clipper)).toMatchObject(erased);
});

test('accepts a replacement for a file whose sound can’t be read', async () => {
  const { id, clipper, match } = await matched(await cutsOf(speechVideo, [20, 26]), 6);
  expect((await announce(id, clipper)).body.code).toBe('clip_file_attached');
  await db.deleteFrom('clip_segments').where('submission_id', '=', id).execute();
  await db.updateTable('clip_files').set({ state: 'unreadable' }).where('submission_id', '=', id).execute();
  await attach(id, await cutsOf(speechVideo, [30, 36]), clipper);
  await run('clip-files.match');
  const after = await matchOf(id, clipper);
  expect(after.state).toBe('matched');
  expect((await api.send('GET', match.fileUrl, { as: clipper })).status).toBe(404);
  expect((await api.send('GET', after.fileUrl, { as: clipper })).status).toBe(200);
});

test('the moment map adds up to what left the budget, and hides money from clippers', async () => {
  const own = await testListing(db, clock.now(), {
    hostId: host.accountId,
    rules: { source_media_id: sourceId, source_url: null },
  });
  const [located, unlocated] = [await pending(10, own), await pending(10, own)];
  await attach(located.id, await cutsOf(speechVideo, [40, 50]), located.clipper);
  await run('clip-files.match');
  for (const [{ id }, views] of [
    [located, 12_345],
    [unlocated, 5_001],
  ] as const) {
    const approved = { status: 'approved' as const, approved_at: clock.now(), decided_at: clock.now() };
    await db
      .updateTable('submissions')
      .set({ ...approved, approved_how: 'host', tracking_until: new Date(clock.now().getTime() + DAY) })
      .where('id', '=', id)
      .execute();
    await count(db, id, views, clock.now());
  }
  await settle(db, clock.now());
  const moments = (as: Person) => api.send('GET', `/api/host/listings/${own.id}/moments`, { as });
  const { body } = await moments(host);
  const earned = [...body.seconds, body.notLocated].reduce((sum, one) => sum + BigInt(one.earnedMicros), 0n);
  expect(earned).toBe(100_000_000n - (await balanceOf(db, listingAccount(own.id))));
  expect(earned).toBeGreaterThan(0n);
  expect(body.notLocated).toMatchObject({ clips: 1, approved: 1, views: 5_001 });
  expect(body.seconds.map(({ second }: { second: number }) => second)).toContain(45);
  expect((await moments(await testPerson(db, 'host'))).status).toBe(404);

  const taken = (as: Person) => api.send('GET', `/api/listings/${own.id}/taken`, { as });
  expect(Object.keys((await taken(located.clipper)).body.seconds[0])).toEqual([
    'second',
    'clips',
    'approved',
  ]);
  const blocked = await testPerson(db, 'clipper');
  await db
    .insertInto('clipper_blocks')
    .values({ host_id: host.accountId, clipper_id: blocked.accountId, blocked_at: clock.now() })
    .execute();
  expect((await taken(blocked)).status).toBe(404);
});
