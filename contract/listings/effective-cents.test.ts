import { expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { effectiveCents } from './effective-cents.ts';

test('the effective rate is the actual cost of 1,000 views of approved clips', () => {
  expect(effectiveCents(centsToMicros(20_000), 100_000)).toBe(200);
  expect(effectiveCents(centsToMicros(15_000), 100_000)).toBe(150);
  expect(effectiveCents(centsToMicros(0), 0)).toBeNull();
});
