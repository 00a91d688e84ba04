import { expect, test } from 'vitest';
import { findAnswers } from './find-answers.ts';
import { answers } from './help-content.ts';

const ids = (typed: string) => findAnswers(answers, typed).map(({ id }) => id);

test('there are exactly five answers, each under an address of its own', () => {
  expect(new Set(answers.map(({ id }) => id)).size).toBe(5);
  expect(answers).toHaveLength(5);
});

test('nothing typed finds every answer', () => {
  expect(ids('  ')).toHaveLength(5);
});

test('every typed word must occur, whatever its case and place', () => {
  expect(ids('REFUND')).toEqual(['budget']);
  expect(ids('hashtag connected')).toEqual(['submitting']);
  expect(ids("can't submit")).toEqual(['submitting']);
  expect(ids('refund hashtag')).toEqual([]);
});
