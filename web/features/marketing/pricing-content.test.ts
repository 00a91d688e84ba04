import { expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { viewsFor } from './pricing-content.ts';

test('a budget pays for whole views only, and never for more than its amount', () => {
  expect(viewsFor(centsToMicros(50_000), 200)).toBe(250_000);
  expect(viewsFor(centsToMicros(10_000), 300)).toBe(33_333);
});
