import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { FFMPEG } from '#server/testing/ffmpeg.ts';
import { createDiskStorage } from '../disk-storage.ts';
import { createMediaModule, importSource } from '../media.ts';
import { makeLightBy } from './make-light.ts';
import { prepareLight } from './prepare-light.job.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-light-'));
const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const media = createMediaModule({ db, dataDir, secrets: soleSecret('secret') });
const api = await testApi(db, clock, [media]);
afterAll(async () => {
  await api.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const storage = createDiskStorage(dataDir);
const source = join(process.cwd(), 'e2e/fixtures/source.mp4');
/**
 * Writes a program that replaces FFmpeg: it accepts the same arguments, reports progress, and copies the
 * file.
 */
function program(name: string, ending: string): string {
  const path = join(dataDir, name);
  writeFileSync(path, `#!/bin/sh\nfor last; do :; done\necho out_time_us=2000000\n${ending}\n`);
  chmodSync(path, 0o755);
  return path;
}
const copies = program('copies', `cp "${source}" "\${last#file:}"`);
const fails = program('fails', 'exit 1');

let id: string;
let host: Awaited<ReturnType<typeof testPerson>>;
beforeEach(async () => {
  await db.updateTable('media_files').set({ light: 'failed' }).execute();
  host = await testPerson(db, 'host');
  id = await importSource({ db, dataDir }, host.accountId, source, clock.now());
});

const run = (ffmpegPath: string, leastBitsPerSecond = 0) =>
  prepareLight({ db, storage, makeLight: makeLightBy(ffmpegPath, 0), leastBitsPerSecond }).run(clock.now());
const row = () => db.selectFrom('media_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const get = (as?: typeof host) => api.send('GET', `/media/${id}/light`, as ? { as } : {});

test('a light copy is served to everybody who may watch the source, and is deleted with it', async () => {
  expect((await get(host)).status).toBe(404);
  await run(copies);
  expect(await row()).toMatchObject({ light: 'ready', light_share: 1, light_due_at: null });
  const reply = await get(host);
  expect(reply.bytes.equals(readFileSync(source))).toBe(true);
  for (const as of [undefined, await testPerson(db, 'clipper'), await testPerson(db, 'host')]) {
    expect((await get(as)).status).toBe(404);
  }
  const { storage_key } = await row();
  expect((await api.send('DELETE', `/api/media/${id}`, { as: host })).status).toBe(200);
  expect(existsSync(storage.pathOf(storage_key, 'light'))).toBe(false);
});

test('a video with a low bit rate needs no copy, and a video that fails three times gets none', async () => {
  await run(copies, 100_000_000);
  expect((await row()).light).toBe('unneeded');
  await db.updateTable('media_files').set({ light: null }).where('id', '=', id).execute();
  for (const light of [null, null, 'failed']) {
    await run(fails);
    expect((await row()).light).toBe(light);
    await run(copies);
    clock.advance(31 * MINUTE);
  }
  const { storage_key } = await row();
  expect(existsSync(storage.pathOf(storage_key, 'light'))).toBe(false);
});

test('a video erased while its copy is made leaves no copy', async () => {
  const makeLight = async (_path: string, target: string) => {
    writeFileSync(target, 'a copy');
    await db.updateTable('media_files').set({ state: 'erased' }).where('id', '=', id).execute();
    return true;
  };
  await prepareLight({ db, storage, makeLight, leastBitsPerSecond: 0 }).run(clock.now());
  const { storage_key, light } = await row();
  expect([light, existsSync(storage.pathOf(storage_key, 'light'))]).toEqual([null, false]);
});

test('two processes that made the same copy keep the copy and the source', async () => {
  const keep: typeof storage.keep = async (...kept) => {
    await storage.keep(...kept);
    await db.updateTable('media_files').set({ light: 'ready' }).where('id', '=', id).execute();
  };
  const makeLight = makeLightBy(copies, 0);
  await prepareLight({ db, storage: { ...storage, keep }, makeLight, leastBitsPerSecond: 0 }).run(
    clock.now(),
  );
  const { storage_key } = await row();
  expect(existsSync(storage.pathOf(storage_key))).toBe(true);
  expect(existsSync(storage.pathOf(storage_key, 'light'))).toBe(true);
});

test('a copy is no larger than the video and, made by FFmpeg, has a key frame each second and its index in front', async () => {
  await run(FFMPEG ?? copies);
  const { storage_key } = await row();
  const path = storage.pathOf(storage_key, 'light');
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const track = (await input.getPrimaryVideoTrack())!;
  expect([await track.getDisplayWidth(), await track.getDisplayHeight()]).toEqual([320, 180]);
  expect(await input.computeDuration()).toBeCloseTo(4, 0);
  const packets = new EncodedPacketSink(track);
  for (const second of FFMPEG ? [0, 1, 2, 3] : [0]) {
    expect((await packets.getKeyPacket(second + 0.5))!.timestamp).toBeCloseTo(second, 1);
  }
  const bytes = readFileSync(path);
  if (FFMPEG) expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  input.dispose();
});
