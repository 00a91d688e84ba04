import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { testBucket } from '#server/testing/buckets.ts';
import { TooManyBytes, Unwanted } from './append-to.ts';
import { createDiskStorage } from './disk-storage.ts';
import { moveFiles } from './move-files.ts';
import { createMovingStorage } from './moving-storage.ts';
import { PIECE_BYTES } from './s3-pieces.ts';
import { createS3Storage, objectKey } from './s3-storage.ts';
import { type MediaStorage, newStorageKey } from './storage.ts';

const home = mkdtempSync(join(tmpdir(), 'permille-storage-'));
const { s3, simulated, close } = await testBucket();
afterAll(() => {
  close();
  rmSync(home, { recursive: true });
});

const at = (name: string) => join(home, name);
const bucket = () => createS3Storage(s3, mkdtempSync(at('machine-')), null);
/** Storages to test. Each call simulates another process; processes with a bucket share no folder. */
const makers: [string, () => MediaStorage][] = [
  ['disk', () => createDiskStorage(at('disk'))],
  ['bucket', bucket],
  ['moving', () => createMovingStorage(bucket(), createDiskStorage(mkdtempSync(at('machine-'))))],
];

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const appending = { signal: new AbortController().signal, onFlush: async () => true };
const whole = randomBytes(2 * PIECE_BYTES + 1_234_567);
const send = (bytes: Buffer) => Readable.from([bytes.subarray(0, 70_001), bytes.subarray(70_001)]);

async function store(storage: MediaStorage, key: string, bytes: Buffer, form?: 'small') {
  const part = await storage.receive(key, Readable.from([bytes]), bytes.length);
  await storage.keep(key, part.path, form);
}

describe.each(makers)('files in a %s', (_name, make) => {
  test('are stored in their forms, read, lent and removed', async () => {
    const [storage, other, key] = [make(), make(), newStorageKey()];
    const [full, small] = [randomBytes(40_000), randomBytes(400)];
    await store(storage, key, full);
    await store(storage, key, small, 'small');
    expect(await other.sizeOf(key, 'file')).toBe(full.length);
    expect(await other.sizeOf(key, 'light')).toBeNull();
    expect((await other.read(key, 'small')).equals(small)).toBe(true);
    const lent = async (path: string) => readFileSync(path).equals(full);
    expect(await Promise.all([other.borrow(key, 'file', lent), other.borrow(key, 'file', lent)])).toEqual([
      true,
      true,
    ]);
    await storage.remove(key);
    expect(await other.sizeOf(key, 'file')).toBeNull();
    await expect(make().read(key, 'small')).rejects.toThrow();
  });

  test('grow at a position, and do not change when that is repeated', async () => {
    const [storage, key] = [make(), newStorageKey()];
    await store(storage, key, Buffer.from('file'));
    for (const round of [1, 2]) {
      await storage.writeAt(key, 'peaks', 0, Buffer.from('first'));
      await make().writeAt(key, 'peaks', 5, Buffer.from('second'));
      expect([round, (await storage.read(key, 'peaks')).toString()]).toEqual([round, 'firstsecond']);
    }
  });

  test('arrive in pieces from any process, survive a cut, and end complete', async () => {
    const key = newStorageKey();
    const cut = PIECE_BYTES + 500_000;
    const line = new PassThrough();
    const first = make().append(key, 0, line, { ...appending, room: whole.length });
    line.write(whole.subarray(0, cut));
    await expect.poll(() => make().sizeOfPart(key), { timeout: 10_000 }).toBeGreaterThan(0);
    line.destroy(new Error('the line broke'));
    await expect(first).rejects.toThrow('the line broke');

    const kept = await make().sizeOfPart(key);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(cut);
    expect(await make().whereWhole(key)).toBe('upload');
    await make().append(key, kept, send(whole.subarray(kept)), { ...appending, room: whole.length - kept });
    expect(await make().sizeOfPart(key)).toBe(whole.length);

    const storage = make();
    const lent = (path: string) => Promise.resolve(sha(readFileSync(path)));
    expect(await storage.borrowWhole(key, 'upload', lent)).toBe(sha(whole));
    await storage.finish(key, null);
    await make().finish(key, null);
    expect(await make().whereWhole(key)).toBe('file');
    expect(await make().sizeOfPart(key)).toBe(0);
    expect(sha(await make().read(key, 'file'))).toBe(sha(whole));
  });

  test('accept no more bytes than were announced, and keep the earlier ones', async () => {
    const [storage, key] = [make(), newStorageKey()];
    const begun = randomBytes(10_000);
    await storage.append(key, 0, send(begun), { ...appending, room: 20_000 });
    const more = storage.append(key, 10_000, send(whole), { ...appending, room: PIECE_BYTES + 100 });
    await expect(more).rejects.toThrow(TooManyBytes);
    expect(await make().sizeOfPart(key)).toBe(10_000);
    const lent = (path: string) => Promise.resolve(readFileSync(path).equals(begun));
    expect(await make().borrowWhole(key, 'upload', lent)).toBe(true);
  });
});

describe('a bucket', () => {
  const storage = createS3Storage(s3, at('links'), s3.settings.endpoint);
  const remote = async (key: string) => {
    const place = await storage.locate(key, 'file');
    return 'remote' in place ? place.remote : expect.fail('it is not there');
  };
  const shown = { contentType: 'video/mp4', disposition: 'attachment; filename="a.mp4"', caching: 'private' };

  test('returns exactly the requested ranges', async () => {
    const key = newStorageKey();
    await store(storage, key, whole.subarray(0, 5000));
    const file = await remote(key);
    const given = async (range?: string) => {
      const got = await file.get(range);
      return [got!.status, Buffer.concat(await got!.bytes.toArray()).length, got!.headers['content-range']];
    };
    expect(await given()).toEqual([200, 5000, undefined]);
    expect(await given('bytes=100-199')).toEqual([206, 100, 'bytes 100-199/5000']);
    expect(await given('bytes=-10')).toEqual([206, 10, 'bytes 4990-4999/5000']);
    expect((await file.get('bytes=9999-'))!.status).toBe(416);
    expect(await (await remote(newStorageKey())).get(undefined)).toBeNull();
  });

  test('gives a browser an address for one file only', async () => {
    const key = newStorageKey();
    await store(storage, key, Buffer.from('the bytes of a video'));
    const url = (await (await remote(key)).link(shown))!;
    const reply = await fetch(url, { headers: { range: 'bytes=4-8' } });
    expect([reply.status, await reply.text()]).toEqual([206, 'bytes']);
    expect(reply.headers.get('content-type')).toBe('video/mp4');
    expect(reply.headers.get('content-disposition')).toBe(shown.disposition);
    const others = [
      url.replace(key, newStorageKey()),
      url.replace('X-Amz-Expires=21600', 'X-Amz-Expires=99999'),
    ];
    for (const other of others) expect((await fetch(other)).status).toBe(403);
    const soon = await s3.link(objectKey(key, 'file'), s3.settings.endpoint, 1, shown);
    await expect.poll(async () => (await fetch(soon)).status, { timeout: 8000 }).toBe(403);
  });

  test('keeps only flushed bytes of an upload that was removed', async () => {
    const key = newStorageKey();
    const sent = storage.append(key, 0, send(whole), {
      ...appending,
      room: whole.length,
      onFlush: async () => false,
    });
    await expect(sent).rejects.toThrow(Unwanted);
    expect(await storage.sizeOfPart(key)).toBe(PIECE_BYTES);
  });

  test('removes old parts of files that nobody finished', async () => {
    const bytes = async function* () {
      yield { body: Buffer.alloc(1000) };
      throw new Error('the process died');
    };
    await expect(s3.assemble('media/dead/file', bytes())).rejects.toThrow('the process died');
    expect(await s3.abortUnfinished('media/', new Date(Date.now() + 60_000))).toBe(0);
    expect(await s3.head('media/dead/file')).toBeNull();
  });
});

describe('moving to a bucket', () => {
  const dataDir = at('moved');
  const disk = createDiskStorage(dataDir);

  test('moves file by file, verifies each, skips files that still arrive, and continues after a stop', async () => {
    const keys = [newStorageKey(), newStorageKey(), newStorageKey()];
    for (const key of keys) await store(disk, key, Buffer.from(`file ${key}`));
    const large = newStorageKey();
    await disk.append(large, 0, send(whole), { ...appending, room: whole.length });

    const stop = new Error('stopped');
    const stopped = moveFiles(s3, dataDir, ({ files }) => {
      if (files === 1) throw stop;
    });
    await expect(stopped).rejects.toBe(stop);
    const moving = createMovingStorage(createS3Storage(s3, dataDir, null), disk);
    for (const key of keys) expect((await moving.read(key, 'file')).toString()).toBe(`file ${key}`);

    expect(await moveFiles(s3, dataDir, () => undefined)).toMatchObject({ files: 2, left: 1 });
    await moving.finish(large, null);
    expect(await moveFiles(s3, dataDir, () => undefined)).toMatchObject({
      files: 1,
      bytes: whole.length,
      left: 0,
    });
    const alone = createS3Storage(s3, at('elsewhere'), null);
    for (const key of keys) expect((await alone.read(key, 'file')).toString()).toBe(`file ${key}`);
    expect(sha(await alone.read(large, 'file'))).toBe(sha(whole));
    expect(existsSync(disk.pathOf(large))).toBe(false);
  });
});

test('retries a busy bucket, but not one that refuses', async () => {
  if (!simulated) return void (await expect(s3.head('nothing')).resolves.toBeNull());
  await s3.put('busy', Buffer.from('x'));
  simulated.fail(2, 503);
  expect((await s3.head('busy'))?.bytes).toBe(1);
  simulated.fail(1, 403);
  await expect(s3.put('busy', Buffer.from('y'))).rejects.toThrow(
    'The storage refused PUT of busy in permille-tests: 403 SlowDown.',
  );
});
