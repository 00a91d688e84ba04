import { expect, test } from 'vitest';
import { openDelay } from './tooltip.tsx';

test('a tip opens after 700 ms, and at once within 300 ms of the one before', () => {
  expect([Number.POSITIVE_INFINITY, 300, 299, 0].map(openDelay)).toEqual([700, 700, 0, 0]);
});
