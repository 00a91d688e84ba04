import { expect, test } from 'vitest';
import { formatUsdExact, micros } from './money.ts';

test.each([
  [0n, '$0.00'],
  [2_000_000n, '$2.00'],
  [1_234_567_800n, '$1,234.5678'],
  [-1n, '-$0.000001'],
  [10_000n, '$0.01'],
  [-5_003_500n, '-$5.0035'],
] as const)('%d micro-dollars read %s, no digit lost', (amount, text) => {
  expect(formatUsdExact(micros(amount))).toBe(text);
});
