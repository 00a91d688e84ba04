import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testUploads } from '#server/testing/uploads.ts';
import { shortVideo as source } from '#server/testing/videos.ts';
import { FLUSHING } from './append-to.ts';
import { createDiskStorage } from './disk-storage.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule } from './media.ts';
import type { MediaStorage } from './storage.ts';

const noSpace = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' as const });

/**
 * `room`: bytes that the disk still takes. `isFlushed`: false if the disk accepts writes but fails to flush
 * them.
 */
const disk = { room: Number.POSITIVE_INFINITY, isFlushed: true };
const dataDir = mkdtempSync(join(tmpdir(), 'permille-full-'));
const flush: typeof FLUSHING.flush = async (file) => {
  if (!disk.isFlushed) throw noSpace();
  await FLUSHING.flush(file);
};
const whole = createDiskStorage(dataDir, undefined, { ...FLUSHING, flush });
const storage: MediaStorage = {
  ...whole,
  async append(key, offset, bytes, how) {
    const all = Buffer.concat(await bytes.toArray());
    await whole.append(key, offset, Readable.from([all.subarray(0, disk.room)]), how);
    if (all.length > disk.room) throw noSpace();
  },
};

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const module = createMediaModule({
  db: t.db,
  secrets: soleSecret('secret'),
  dataDir,
  judge: judgeInChild({ ms: MINUTE }),
  files: { storage, checks: [], jobs: [], metrics: [] },
});
const app = await testApi(t.db, clock, [module]);
const { announce, patch, show, head, idOf, runDue } = testUploads(app, module, clock);
afterAll(async () => {
  await app.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

test('a full disk keeps the bytes that it took and says so, and the upload continues once there is room', async () => {
  const host = await testPerson(t.db, 'host');
  const id = idOf(await announce(host, source.length));
  const refusal = {
    status: 507,
    code: 'disk_full',
    title: 'Disk full',
    detail: 'The received part of your video is kept. Continue the upload later.',
  };
  const offset = async () => Number((await head(host, id)).headers['upload-offset']);

  Object.assign(disk, { room: 5_000 });
  expect((await patch(host, id, source)).body).toMatchObject(refusal);
  expect(await offset()).toBe(5_000);
  expect(await show(host, id)).toMatchObject({ state: 'uploading', refusal: null });

  // Bytes written to memory but not flushed to the disk don't count.
  Object.assign(disk, { room: Number.POSITIVE_INFINITY, isFlushed: false });
  expect((await patch(host, id, source.subarray(5_000), 5_000)).body).toMatchObject(refusal);
  expect(await offset()).toBe(5_000);

  Object.assign(disk, { isFlushed: true });
  expect((await patch(host, id, source.subarray(5_000), 5_000)).status).toBe(204);
  await runDue();
  expect(await show(host, id)).toMatchObject({ state: 'ready' });
  expect((await app.send('GET', `/media/${id}`, { as: host })).bytes.equals(source)).toBe(true);
});
