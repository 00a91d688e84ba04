import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { watchPace } from './pace.ts';
import { createMediaStorage } from './storage.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-storage-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const NEVER = 3_600_000;

test('check 28: a sender that falls silent is ended, and its part goes', async () => {
  const storage = createMediaStorage(dataDir, { silenceMs: 20, windowMs: NEVER, windowBytes: 1 });
  const sender = new PassThrough();
  sender.write('the beginning');
  await expect(storage.receive('silent', sender, 1000)).rejects.toThrow();
  expect(sender.destroyed).toBe(true);
  expect(readdirSync(join(dataDir, 'media', 'silent'))).toEqual([]);
});

test('check 28: a sender that trickles is ended, however regularly', async () => {
  const storage = createMediaStorage(dataDir, { silenceMs: NEVER, windowMs: 20, windowBytes: 1000 });
  const sender = new PassThrough();
  const trickle = setInterval(() => sender.write('x'), 1);
  await expect(storage.receive('trickle', sender, 1000)).rejects.toThrow();
  clearInterval(trickle);
  expect(sender.destroyed).toBe(true);
});

test('a sender that goes on may take as many windows as it needs, and is ended by the first that is too slow', () => {
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

test('more bytes than were announced are not taken', async () => {
  const storage = createMediaStorage(dataDir);
  await expect(storage.receive('more', Readable.from([Buffer.alloc(11)]), 10)).rejects.toThrow();
});
