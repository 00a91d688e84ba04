import { execFileSync } from 'node:child_process';
import { closeSync, constants, createWriteStream, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { testFolder } from '#db/test-folder.ts';
import { free, freeingWrites } from './freeing-writes.ts';

const filled = (byte: number, length = 64 * 1024) => Buffer.alloc(length, byte);

test('what is written is on the disk as it was sent, and its memory is free', async () => {
  const path = join(testFolder(), 'part');
  const sent = Array.from({ length: 40 }, (_, index) => filled(index));
  const whole = Buffer.concat(sent);

  const file = createWriteStream(path, { fs: freeingWrites, highWaterMark: 1024 * 1024 });
  await pipeline(Readable.from(sent), file);

  expect(readFileSync(path).equals(whole)).toBe(true);
  expect(sent.map(({ byteLength }) => byteLength)).toEqual(sent.map(() => 0));
});

test('memory that a buffer shares with others stays theirs', () => {
  const whole = filled(7);
  free(whole.subarray(0, 100));
  free(whole.subarray(100));

  expect(whole.equals(filled(7))).toBe(true);
});

test('of a write that took a part nothing is free, because the rest is still to be written', async () => {
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
