import { expect, test } from 'vitest';
import { secondOf, wrongTime } from './pin-times.ts';

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

test('refuses a time after the end with the form’s message, and accepts one within the length or without a known length', () => {
  expect(wrongTime(9, 4_000)).toBe('The video ends at 0:04. Choose an earlier time.');
  expect([wrongTime(3, 4_000), wrongTime(9, null)]).toEqual([null, null]);
  expect(wrongTime(null, 4_000)).toMatch(/^Write the time/);
});
