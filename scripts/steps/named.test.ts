import { expect, test } from 'vitest';
import { filesNamed, storiesNamed } from './named.mjs';

test('a name finds the sources whose path contains it, in any case', () => {
  expect(filesNamed('Steps/Named')).toEqual(['scripts/steps/named.mjs', 'scripts/steps/named.test.ts']);
  expect(filesNamed('payouts')).toEqual(expect.arrayContaining(['contract/payouts/payouts.ts']));
  expect(filesNamed('no such name')).toEqual([]);
});

test('a name finds stories by file and by title, as plain words', () => {
  expect(storiesNamed('payouts')).toBe('payouts');
  expect(storiesNamed('every screen is LISTED')).toBe('every screen is LISTED');
  expect(storiesNamed('cent. (')).toBeNull();
  expect(storiesNamed('.story.')).toBe('\\.story\\.');
});
