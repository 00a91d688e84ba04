import { expect, test } from 'vitest';
import { brokenRule, cleanUsername } from './username.ts';

test('typing is forced to lower case and stripped to letters, numbers and underscores', () => {
  expect(cleanUsername('Tess.Cuts_9!')).toBe('tesscuts_9');
  expect(cleanUsername('Ünï ‰')).toBe('n');
  expect(cleanUsername('a'.repeat(40))).toHaveLength(30);
});

test('empty is told before short, short before invalid', () => {
  expect([brokenRule(''), brokenRule('A'), brokenRule('Abc'), brokenRule('abc')]).toEqual([
    'required',
    'short',
    'invalid',
    null,
  ]);
});
