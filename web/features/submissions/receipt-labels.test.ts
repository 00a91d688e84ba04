import { describe, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { formatExact } from './receipt-labels.ts';

describe('a receipt shows money to the last micro-dollar', () => {
  test.each([
    [71_304_000n, '$71.304'],
    [2_000n, '$0.002'],
    [150_000_000n, '$150.00'],
    [1_234_567_891_230n, '$1,234,567.89123'],
    [1n, '$0.000001'],
    [0n, '$0.00'],
    [-500_000n, '-$0.50'],
  ])('%s → %s', (amount, text) => expect(formatExact(micros(amount))).toBe(text));
});
