import { expect, test } from 'vitest';
import { secondOf } from './pin-times.ts';

test.each([
  ['0', 0],
  ['123', 123],
  ['2:03', 123],
  [' 1:02:03 ', 3_723],
  ['90:00', 5_400],
  ['1:60', null],
  ['1:2:3:4', null],
  ['1:', null],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
])('"%s" names the second %s', (text, second) => {
  expect(secondOf(text)).toBe(second);
});
