import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mp4OutputFormat } from 'mediabunny';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { converted, cutsOf, speechVideo, withSoundAs } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule, importSource } from './media.ts';
import type { ReadSlice } from './sound/in-child.ts';
import { itemsOfSlice } from './sound/slices.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-sound-'));
const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const judge = judgeInChild({ ms: MINUTE });
const media = createMediaModule({ db, dataDir, secrets: soleSecret('secret'), judge });
const api = await testApi(db, clock, [media]);
afterAll(async () => {
  await api.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

let host: Awaited<ReturnType<typeof testPerson>>;
beforeEach(async () => {
  host = await testPerson(db, 'host');
  await db.updateTable('media_files').set({ sound: 'silent' }).where('sound', 'is', null).execute();
});

const shown = async (id: string, as = host) => await api.send('GET', `/api/media/${id}/sound`, { as });
const importBytes = async (bytes: Buffer): Promise<string> => {
  const path = join(dataDir, `${newId()}.mp4`);
  writeFileSync(path, bytes);
  return await importSource({ db, dataDir }, host.accountId, path, clock.now());
};
const bytesOf = async (id: string, form: string): Promise<number> => {
  const { storage_key } = await db
    .selectFrom('media_files')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return statSync(join(dataDir, 'media', storage_key, form)).size;
};

/** Creates the job of another process, with this reader of slices. */
const jobWith = (readSlice: ReadSlice) =>
  createMediaModule({ db, dataDir, secrets: soleSecret('secret'), judge, readSlice }).jobs!.find(
    ({ name }) => name === 'media.prepare-sound',
  )!;
const prepare = media.jobs!.find(({ name }) => name === 'media.prepare-sound')!;
const quiet: ReadSlice = async (_path, durationMs, slice) => {
  const items = itemsOfSlice(durationMs, slice);
  return { state: 'sound', fingerprint: Buffer.alloc(4 * items), peaks: Buffer.alloc(items, slice + 1) };
};
/** Creates a video whose row claims this many minutes. */
async function longVideo(minutes: number): Promise<string> {
  const id = await importBytes(speechVideo);
  await db
    .updateTable('media_files')
    .set({ duration_ms: BigInt(minutes) * 60_000n })
    .where('id', '=', id)
    .execute();
  return id;
}

test('a source video gets a fingerprint and a waveform, 16 items of each per second', async () => {
  const id = await importBytes(speechVideo);
  expect((await shown(id)).body).toEqual({ state: 'preparing', share: 0, codec: null, peaks: null });
  await prepare.run(clock.now());
  const { body } = await shown(id);
  expect(body).toMatchObject({ state: 'ready', share: 1 });
  const peaks = Buffer.from(body.peaks, 'base64');
  expect(peaks).toHaveLength(16 * 70);
  expect(Math.max(...peaks)).toBeGreaterThan(60);
  expect(await bytesOf(id, 'fingerprint')).toBe(4 * 16 * 70);
});

test('prepares a video that starts at 30 seconds as silent until then', async () => {
  const id = await importBytes(await cutsOf(speechVideo, [10, 16, 30]));
  await prepare.run(clock.now());
  const { body } = await shown(id);
  expect(body).toMatchObject({ state: 'ready', share: 1 });
  const peaks = Buffer.from(body.peaks, 'base64');
  expect(peaks.length).toBe(16 * 36);
  expect(Math.max(...peaks.subarray(0, 16 * 29))).toBe(0);
  expect(Math.max(...peaks.subarray(16 * 30))).toBeGreaterThan(60);
});

test('a video without sound is silent', async () => {
  const id = await importBytes(await converted(speechVideo, new Mp4OutputFormat(), {}, { discard: true }));
  await prepare.run(clock.now());
  expect((await shown(id)).body).toMatchObject({ state: 'silent', peaks: null });
});

test('finished slices of a killed process are kept, and another process continues after its lease', async () => {
  const id = await longVideo(14);
  let slices = 0;
  const killed = jobWith((...asked) => (slices++ < 2 ? quiet(...asked) : new Promise(() => undefined)));
  const reached = new Promise<void>((resolve) => {
    const ask = setInterval(async () => {
      if ((await shown(id)).body.share < 0.6) return;
      clearInterval(ask);
      resolve();
    }, 20);
  });
  void killed.run(clock.now());
  await reached;
  const read: number[] = [];
  const next = jobWith((path, durationMs, slice) => {
    read.push(slice);
    return quiet(path, durationMs, slice);
  });
  await next.run(clock.now());
  expect(read).toEqual([]);
  clock.advance(10 * MINUTE);
  await next.run(clock.now());
  expect(read).toEqual([2]);
  const { body } = await shown(id);
  expect(body.state).toBe('ready');
  const peaks = Buffer.from(body.peaks, 'base64');
  expect([peaks.length, peaks[0], peaks[4_800], peaks[9_600]]).toEqual([16 * 14 * 60, 1, 2, 3]);
});

test('a run asked to end leaves the rest to the next one', async () => {
  const id = await longVideo(14);
  const ending = new AbortController();
  const job = jobWith(async (...asked) => {
    ending.abort();
    return await quiet(...asked);
  });
  await job.run(clock.now(), ending.signal);
  expect((await shown(id)).body).toMatchObject({ state: 'preparing', share: 1 / 3 });
  await jobWith(quiet).run(clock.now());
  expect((await shown(id)).body.state).toBe('ready');
});

test('gives up sound that kills its reader at the third try, and sound that nothing decodes at once', async () => {
  const id = await longVideo(1);
  const crashes = jobWith(async () => null);
  for (const wait of [MINUTE, 10 * MINUTE]) {
    await crashes.run(clock.now());
    expect((await shown(id)).body.state).toBe('preparing');
    clock.advance(wait);
  }
  await crashes.run(clock.now());
  expect((await shown(id)).body).toMatchObject({ state: 'unreadable', peaks: null });

  const odd = await longVideo(1);
  await jobWith(async () => ({ state: 'undecodable', codec: 'ac-3' })).run(clock.now());
  expect((await shown(odd)).body).toMatchObject({ state: 'undecodable', codec: 'ac-3' });
});

test('each slice has its own tries', async () => {
  const id = await longVideo(14);
  const failing = new Set([0, 1]);
  const tries: number[] = [];
  const job = jobWith(async (path, durationMs, slice) => {
    tries.push(slice);
    const failed = tries.filter((one) => one === slice).length <= 2 && failing.has(slice);
    return failed ? null : await quiet(path, durationMs, slice);
  });
  for (let run = 0; run < 5; run++) {
    await job.run(clock.now());
    clock.advance(10 * MINUTE);
  }
  expect((await shown(id)).body.state).toBe('ready');
  expect(tries).toEqual([0, 0, 0, 1, 1, 1, 2]);
});

test('shows the waveform to everybody who may see the video', async () => {
  const id = await importBytes(speechVideo);
  const stranger = await testPerson(db, 'host');
  expect((await shown(id, stranger)).status).toBe(404);
});

test('a clip whose sound nothing here decodes is undecodable, not unreadable, which may be tried again', async () => {
  const source = await longVideo(1);
  await jobWith(quiet).run(clock.now());
  const clip = await importBytes(withSoundAs(speechVideo, 'Opus'));
  expect(await media.compareSound(clip, source)).toEqual({ state: 'undecodable' });
});

test('a source without its fingerprint is prepared again, and the clip gets no result', async () => {
  const [source, clip] = [await longVideo(1), await importBytes(speechVideo)];
  await jobWith(quiet).run(clock.now());
  const { storage_key } = await db
    .selectFrom('media_files')
    .select('storage_key')
    .where('id', '=', source)
    .executeTakeFirstOrThrow();
  rmSync(join(dataDir, 'media', storage_key, 'fingerprint'));
  expect(await media.compareSound(clip, source)).toEqual({ state: 'preparing' });
  expect((await shown(source)).body.state).toBe('preparing');
  await jobWith(quiet).run(clock.now());
  expect((await shown(source)).body.state).toBe('ready');
});
