import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testBucket } from '#server/testing/buckets.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testUploads } from '#server/testing/uploads.ts';
import { shortVideo } from '#server/testing/videos.ts';
import { createDiskStorage } from './disk-storage.ts';
import { judgeVideo } from './judge/judge-video.ts';
import { prepareLight } from './light/prepare-light.job.ts';
import { createMediaModule } from './media.ts';
import { createS3Storage } from './s3-storage.ts';
import { LEAST_INDEX_BYTES } from './seek-index.ts';
import { itemsOfSlice } from './sound/slices.ts';
import type { Form, MediaStorage } from './storage.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-discarded-'));
const t = await testDatabase();
const { s3, close } = await testBucket();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
afterAll(async () => {
  close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const storages: [string, MediaStorage][] = [
  ['the disk', createDiskStorage(dataDir)],
  ['a bucket', createS3Storage(s3, dataDir, null)],
];
const JOBS: [what: string, job: string][] = [
  ['checked', 'media.finish-uploads'],
  ['prepared', 'media.prepare-sound'],
  ['written down', 'media.transcribe'],
  ['copied', 'media.prepare-light'],
];
const FORMS: Form[] = ['file', 'fingerprint', 'peaks', 'light', 'seek-index', 'poster', 'poster-small'];

describe.each(storages)(
  'on %s, a video discarded during its work causes no failure and leaves no file or row',
  (_where, storage) => {
    /** Runs within a step of the work on the video. */
    let meanwhile: () => Promise<void> = async () => undefined;
    /** Runs after a job has claimed the video and before it reads the video. */
    let beforehand: () => Promise<void> = async () => undefined;
    const watched: MediaStorage = {
      ...storage,
      async borrow(...asked) {
        await beforehand();
        return await storage.borrow(...asked);
      },
      async borrowWhole(...asked) {
        await beforehand();
        return await storage.borrowWhole(...asked);
      },
    };
    const media = createMediaModule({
      db: t.db,
      dataDir,
      files: { storage: watched, checks: [], jobs: [], metrics: [] },
      secrets: soleSecret('secret'),
      async judge(path) {
        const facts = judgeVideo(path);
        if ('fault' in facts) throw new Error(facts.fault);
        return { ...facts, indexBytes: LEAST_INDEX_BYTES + 1 };
      },
      hash: async () => 'a'.repeat(64),
      async makeSeekIndex(_path, target) {
        await meanwhile();
        writeFileSync(target, 'index');
        return true;
      },
      async readSlice(_path, durationMs, slice) {
        await meanwhile();
        const items = itemsOfSlice(durationMs, slice);
        return { state: 'sound', fingerprint: Buffer.alloc(4 * items), peaks: Buffer.alloc(items) };
      },
      async redraw() {
        await meanwhile();
        const [full, small] = [Buffer.from('full'), Buffer.from('small')];
        return { contentType: 'image/webp', full, small, width: 320, height: 180, sha256: 'b'.repeat(64) };
      },
      async transcribe() {
        await meanwhile();
        return { cues: [{ start: 0, end: 1, text: 'Hello' }] };
      },
    });
    const light = prepareLight({
      db: t.db,
      storage: watched,
      leastBitsPerSecond: 0,
      async makeLight(_path, target) {
        await meanwhile();
        writeFileSync(target, 'copy');
        return true;
      },
    });
    const run = (name: string) => [...media.jobs!, light].find((job) => job.name === name)!.run(clock.now());

    let api: Awaited<ReturnType<typeof testApi>>;
    let uploads: ReturnType<typeof testUploads>;
    let host: Actor;
    let id: string;
    beforeAll(async () => {
      api = await testApi(t.db, clock, [media]);
      uploads = testUploads(api, media, clock);
    });
    afterAll(() => api.close());
    beforeEach(async () => {
      meanwhile = async () => undefined;
      beforehand = async () => undefined;
      host = await testPerson(t.db, 'host');
      id = uploads.idOf(await uploads.announce(host, shortVideo.length));
      expect((await uploads.patch(host, id, shortVideo)).status).toBe(204);
    });
    const row = () => t.db.selectFrom('media_files').selectAll().where('id', '=', id).executeTakeFirst();

    const discard = async () => {
      const { status } = await api.send('DELETE', `/api/media/${id}`, { as: host });
      expect(status).toBe(200);
    };
    const expectGone = async (key: string) => {
      expect(await row()).toBeUndefined();
      for (const form of FORMS) expect(await storage.sizeOf(key, form), form).toBeNull();
    };

    test.each(
      JOBS.flatMap(([what, job]) => [
        [`while it is ${what}`, job, 'within'] as const,
        [`just before it is ${what}`, job, 'before'] as const,
      ]),
    )('%s', async (_what, job, when) => {
      const { storage_key } = (await row())!;
      for (const [, earlier] of JOBS) {
        if (earlier === job) break;
        await run(earlier);
      }
      if (when === 'within') meanwhile = discard;
      else beforehand = discard;
      await run(job);
      await expectGone(storage_key);
    });

    test('while its poster is drawn', async () => {
      const { storage_key } = (await row())!;
      meanwhile = discard;
      const sent = await api.send('PUT', `/api/media/${id}/poster`, {
        as: host,
        body: Buffer.from('picture'),
        headers: { 'content-type': 'image/jpeg' },
      });
      expect([sent.status, sent.body.code]).toEqual([404, 'not_found']);
      await expectGone(storage_key);
    });
  },
);
