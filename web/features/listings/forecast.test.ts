import { expect, test } from 'vitest';
import { earnsAt } from '#contract/earnings/earned.ts';
import { centsToMicros } from '#contract/money.ts';
import { effectiveAt, sureAt } from './forecast.ts';

const terms = (part: object = {}) => ({
  rateCentsPerMille: 200,
  minViews: 0,
  maxPayoutMicros: null,
  freeMicros: centsToMicros(100_000),
  ...part,
});
const rules = (
  allocation: 'reserved' | 'first_approved',
  maxPayoutMicros: ReturnType<typeof centsToMicros> | null,
) => ({ rules: { allocation, maxPayoutMicros } }) as Parameters<typeof sureAt>[1];

test('views earn the rate, nothing under the minimum, and never more than the cap or the free budget', () => {
  expect(earnsAt(50_000, terms())).toBe(centsToMicros(10_000));
  expect(earnsAt(999, terms({ minViews: 1_000 }))).toBe(0n);
  expect(earnsAt(1_000, terms({ minViews: 1_000 }))).toBe(centsToMicros(200));
  expect(earnsAt(50_000, terms({ maxPayoutMicros: centsToMicros(5_000) }))).toBe(centsToMicros(5_000));
  expect(earnsAt(50_000, terms({ freeMicros: centsToMicros(1_200) }))).toBe(centsToMicros(1_200));
  // Only whole views are paid: $10.00 pays for 3,333 views at $3.00.
  expect(earnsAt(50_000, terms({ rateCentsPerMille: 300, freeMicros: centsToMicros(1_000) }))).toBe(
    9_999_000n,
  );
});

test('the effective rate is the rate after these rules', () => {
  expect(effectiveAt(50_000, terms())).toBe(200);
  expect(effectiveAt(50_000, terms({ maxPayoutMicros: centsToMicros(5_000) }))).toBe(100);
});

test('only earnings reserved on approval are guaranteed, because clips approved earlier are otherwise paid first', () => {
  const cap = centsToMicros(5_000);
  const capped = terms({ maxPayoutMicros: cap });
  expect(sureAt(50_000, { ...capped, ...rules('reserved', cap) })).toBe(cap);
  expect(sureAt(50_000, { ...capped, ...rules('first_approved', cap) })).toBe(0n);
  expect(sureAt(50_000, { ...capped, ...rules('reserved', cap), freeMicros: centsToMicros(4_999) })).toBe(0n);
});
