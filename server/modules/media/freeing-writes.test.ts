import { execFileSync } from 'node:child_process';
import { closeSync, constants, createWriteStream, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { testFolder } from '#db/test-folder.ts';
import { free, freeingWrites } from './freeing-writes.ts';

const filled = (byte: number, length = 64 * 1024) => Buffer.alloc(length, byte);

test('written bytes are on the disk as they were sent, and their memory is freed', async () => {
  const path = join(testFolder(), 'part');
  const sent = Array.from({ length: 40 }, (_, index) => filled(index));
  const whole = Buffer.concat(sent);

  const file = createWriteStream(path, { fs: freeingWrites, highWaterMark: 1024 * 1024 });
  await pipeline(Readable.from(sent), file);

  expect(readFileSync(path).equals(whole)).toBe(true);
  expect(sent.map(({ byteLength }) => byteLength)).toEqual(sent.map(() => 0));
});

test('does not free memory that a buffer shares with other buffers', () => {
  const whole = filled(7);
  free(whole.subarray(0, 100));
  free(whole.subarray(100));

  expect(whole.equals(filled(7))).toBe(true);
});

test('frees nothing after a partial write, because the rest is still to be written', async () => {
  const pipe = join(testFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const sent = [filled(1), filled(2, 4 * 1024 * 1024)];

  const written = await new Promise<number>((resolve, reject) =>
    freeingWrites.writev(fd, sent, null, (error, bytes) => (error ? reject(error) : resolve(bytes))),
  );
  closeSync(fd);

  expect(written).toBeLessThan(4 * 1024 * 1024);
  expect(sent.every((chunk, index) => chunk.at(-1) === index + 1)).toBe(true);
});
