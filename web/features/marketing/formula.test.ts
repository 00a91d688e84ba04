import { expect, test } from 'vitest';
import { earnedUsd } from './formula.ts';

test('15,000 views at $2.00 are $30.00', () => {
  expect(earnedUsd(15_000, 200)).toBe('$30.00');
});

test('every view counts, and amounts are cut to cents for display', () => {
  expect(earnedUsd(15_999, 150)).toBe('$23.99');
  expect(earnedUsd(0, 300)).toBe('$0.00');
});
