import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isFlagged } from '#contract/clips/clip-match.ts';
import { after, DAY, MovableClock } from '#server/infra/clock.ts';
import { importSource } from '#server/modules/media/media.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { cutsOf, otherSpeechVideo, speechVideo, tonesVideo } from '#server/testing/videos.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-tones-'));
const { db, close } = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const modules = testModules(db, clock, ['media', 'clip-files'], { env: { DATA_DIR: dataDir } });
afterAll(async () => {
  await close();
  rmSync(dataDir, { recursive: true });
});

async function compared(clip: Buffer, source: Buffer) {
  const host = await testPerson(db, 'host');
  const [clipMediaId, sourceMediaId] = await Promise.all(
    [clip, source].map((video, nth) => {
      const path = join(dataDir, `${host.accountId}-${nth}.mp4`);
      writeFileSync(path, video);
      return importSource({ db, dataDir }, host.accountId, path, clock.now());
    }),
  );
  const rules = { source_media_id: sourceMediaId!, source_url: null };
  const listing = await testListing(db, clock.now(), { hostId: host.accountId, rules });
  const clipper = await testPerson(db, 'clipper');
  const id = await testClip(db, { listingId: listing.id, clipperId: clipper.accountId, approvedAt: null });
  const row = { submission_id: id, media_id: clipMediaId!, attached_at: clock.now(), due_at: clock.now() };
  await db
    .insertInto('clip_files')
    .values({ ...row, remove_at: after(clock.now(), DAY) })
    .execute();
  for (const name of ['media.prepare-sound', 'clip-files.match']) {
    const job = modules.flatMap(({ jobs }) => jobs ?? []).find((one) => one.name === name);
    await job!.run(clock.now());
  }
  const { state } = await db
    .selectFrom('clip_files')
    .select('state')
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();
  return state;
}

test.each([
  ['a clip with short tones', tonesVideo, speechVideo],
  ['a cut of a source with short tones', await cutsOf(tonesVideo, [5, 25]), tonesVideo],
  ['speech on a source with short tones', await cutsOf(otherSpeechVideo, [0, 20]), tonesVideo],
])('%s has too little sound to compare, and does not flag its clipper', async (_, clip, source) => {
  const state = await compared(clip, source);
  expect(state).toBe('too_little_sound');
  expect(isFlagged({ state: 'too_little_sound', lengthDiffers: false })).toBe(false);
});

test('finds nothing when clip and source contain different speech', async () => {
  expect(await compared(await cutsOf(otherSpeechVideo, [0, 20]), speechVideo)).toBe('nothing_found');
});
