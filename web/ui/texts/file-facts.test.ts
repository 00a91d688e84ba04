import { expect, test } from 'vitest';
import { fileSize, runningTime } from './file-facts.ts';

test.each([
  [187_000, '3:07'],
  [50_571_000, '14:02:51'],
  [9_400, '0:09'],
])('a length of %d ms reads %s', (ms, text) => expect(runningTime(ms)).toBe(text));

test.each([
  [999, '999 B'],
  [8_400_000_000, '8.4 GB'],
  [123_400_000, '123 MB'],
])('%d bytes read %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));
