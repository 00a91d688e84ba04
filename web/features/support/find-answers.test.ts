import { expect, test } from 'vitest';
import { matches } from './find-answers.ts';

const answer = 'Why can’t I submit my clip? A required hashtag is missing.';

test('an empty search finds every answer', () => {
  expect(matches(answer, '  ')).toBe(true);
});

test('every typed word must occur, whatever its case and position', () => {
  for (const typed of ['HASHTAG', 'missing submit', "can't submit"])
    expect(matches(answer, typed)).toBe(true);
  expect(matches(answer, 'refund hashtag')).toBe(false);
});
