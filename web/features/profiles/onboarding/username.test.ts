import { expect, test } from 'vitest';
import { brokenRule, claimLabels, cleanUsername, onboardingLabels } from './username.ts';

test('typing is forced to lower case and stripped to letters, numbers and underscores', () => {
  expect(cleanUsername('Tess.Cuts_9!')).toBe('tesscuts_9');
  expect(cleanUsername('Ünï ‰')).toBe('n');
  expect(cleanUsername('a'.repeat(40))).toHaveLength(30);
});

test('empty is reported before short, short before invalid', () => {
  expect([brokenRule(''), brokenRule('A'), brokenRule('Abc'), brokenRule('abc')]).toEqual([
    'required',
    'short',
    'invalid',
    null,
  ]);
});

test('each screen has its own message for a broken rule', () => {
  expect(Object.values(claimLabels).map(({ title, detail }) => [title, detail])).toEqual([
    ['Username Required', 'Please enter a username.'],
    ['Username Too Short', 'Username must be at least 3 characters long.'],
    ['Invalid Username', 'Username can only contain letters, numbers, and underscores.'],
  ]);
  expect(Object.values(onboardingLabels)).toEqual([
    'Username is required',
    'Username must be at least 3 characters',
    'Username can only contain letters, numbers, and underscores',
    'Username is already taken',
  ]);
});
