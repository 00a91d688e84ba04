import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';
import { createRate, percentHere, timeLeft, type Upload } from './upload.ts';

const upload: Upload = {
  id: 'one',
  fileName: 'night.mp4',
  sizeBytes: 1_000_000,
  offsetBytes: 614_000,
  phase: 'sending',
  bytesPerSecond: null,
  isCut: false,
  fault: null,
  fingerprint: null,
  lacksPictures: false,
  media: null,
};

test('never shows 100% while a byte is missing', () => {
  expect(percentHere(upload)).toBe('61%');
  expect(percentHere({ offsetBytes: 999_999, sizeBytes: 1_000_000 })).toBe('99%');
});

test('the remaining time follows from the speed of the last seconds', () => {
  let now = 0;
  const rate = createRate(() => now);
  expect(rate(0)).toBeNull();
  for (now = 1_000; now <= 60_000; now += 1_000) rate(now < 40_000 ? 0 : now - 40_000);
  expect(rate(20_000)).toBeCloseTo(1_000, -3);
  expect(timeLeft(upload)).toBeNull();
  expect(timeLeft({ ...upload, bytesPerSecond: 10_000 })).toBe('less than a minute left');
  expect(timeLeft({ ...upload, bytesPerSecond: 1_000 })).toBe('about 6 min left');
  expect(timeLeft({ ...upload, bytesPerSecond: 50 })).toBe('about 2 h 9 min left');
});

test('a fingerprint covers the first and the last MiB', async () => {
  const MB = 1024 ** 2;
  const long = Buffer.alloc(3 * MB, 1);
  const sha = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex');
  expect(await fingerprintOf(new Blob([long]))).toBe(sha(long.subarray(0, MB), long.subarray(2 * MB)));
  const short = Buffer.alloc(10, 2);
  expect(await fingerprintOf(new Blob([short]))).toBe(sha(short, short));
});
