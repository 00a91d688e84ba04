import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Flushing } from './append-to.ts';
import { Unwanted } from './append-to.ts';
import { createDiskStorage } from './disk-storage.ts';
import { UPLOAD_PACE, watchPace } from './upload-pace.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-storage-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const NEVER = 3_600_000;

test('check 28: a sender that sends nothing is ended, and its part is removed', async () => {
  const storage = createDiskStorage(dataDir, { silenceMs: 20, windowMs: NEVER, windowBytes: 1 });
  const sender = new PassThrough();
  sender.write('the beginning');
  await expect(storage.receive('silent', sender, 1000)).rejects.toThrow();
  expect(sender.destroyed).toBe(true);
  expect(readdirSync(join(dataDir, 'media', 'silent'))).toEqual([]);
});

test('check 28: a sender that trickles is ended, however regularly', async () => {
  const storage = createDiskStorage(dataDir, { silenceMs: NEVER, windowMs: 20, windowBytes: 1000 });
  const sender = new PassThrough();
  const trickle = setInterval(() => sender.write('x'), 1);
  await expect(storage.receive('trickle', sender, 1000)).rejects.toThrow();
  clearInterval(trickle);
  expect(sender.destroyed).toBe(true);
});

test('a fast enough sender may take any number of windows, and is ended by the first slow one', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { signal, took } = watchPace({ silenceMs: 600, windowMs: 1000, windowBytes: 10 });
  for (let half = 0; half < 40; half++) {
    took(5);
    vi.advanceTimersByTime(500);
  }
  expect(signal.aborted).toBe(false);
  took(9);
  vi.advanceTimersByTime(500);
  took(0);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(500);
  expect(signal.aborted).toBe(true);
});

test('accepts no more bytes than were announced', async () => {
  const storage = createDiskStorage(dataDir);
  await expect(storage.receive('more', Readable.from([Buffer.alloc(11)]), 10)).rejects.toThrow();
});

const appending = (key: string, bytes: Readable, flush: Flushing['flush'], wanted = true) =>
  createDiskStorage(dataDir, UPLOAD_PACE, { everyBytes: 10, flush }).append(key, 0, bytes, {
    room: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    onFlush: async () => wanted,
  });
/** Yields bytes until the sender is ended. */
async function* endless(): AsyncGenerator<Buffer> {
  for (;;) {
    yield Buffer.alloc(10);
    await new Promise(setImmediate);
  }
}

test('unflushed bytes are truncated and requested again', async () => {
  const sizes: number[] = [];
  const flush: Flushing['flush'] = async (file) => {
    const { size } = await file.stat();
    if (size > 0) sizes.push(size);
    if (sizes.length === 10) throw new Error('EIO: i/o error, fdatasync');
  };
  const sender = Readable.from(endless());
  await expect(appending('broken', sender, flush)).rejects.toThrow('EIO');
  expect(sender.destroyed).toBe(true);
  const kept = await createDiskStorage(dataDir).sizeOfPart('broken');
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(sizes[8]!);
});

test('a failed last flush keeps only bytes flushed before', async () => {
  const flush = () => Promise.reject(new Error('EIO: i/o error, fdatasync'));
  const bytes = Readable.from([Buffer.alloc(9)]);
  await expect(appending('last', bytes, flush)).rejects.toThrow('EIO');
  expect(await createDiskStorage(dataDir).sizeOfPart('last')).toBe(0);
});

test('a sender whose upload was removed is ended at the next flush', async () => {
  const sender = Readable.from(endless());
  await expect(appending('unwanted', sender, async () => undefined, false)).rejects.toThrow(Unwanted);
  expect(sender.destroyed).toBe(true);
});
