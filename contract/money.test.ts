import { expect, test } from 'vitest';
import { formatAmount, formatDecimal, formatRate, formatUsd, formatUsdExact, micros } from './money.ts';

test.each([
  [0n, '$0.00'],
  [1n, '$0.000001'],
  [2_000n, '$0.002'],
  [2_000_000n, '$2.00'],
  [71_304_000n, '$71.304'],
  [150_000_000n, '$150.00'],
  [1_234_567_800n, '$1,234.5678'],
  [1_234_567_891_230n, '$1,234,567.89123'],
  [-1n, '-$0.000001'],
  [10_000n, '$0.01'],
  [-500_000n, '-$0.50'],
  [-5_003_500n, '-$5.0035'],
  [-123_456_000_000n, '-$123,456.00'],
] as const)('%d micro-dollars read %s, no digit lost', (amount, text) => {
  expect(formatUsdExact(micros(amount))).toBe(text);
});

test('in a file the same digits stand without a sign of currency and without separators', () => {
  expect(formatDecimal(1_234_567_891_230n)).toBe('1234567.89123');
  expect(formatDecimal(-500_000n)).toBe('-0.50');
  expect(formatDecimal(12_500_000n, 6)).toBe('12.500000');
});

test('where cents are shown, what is below a cent is cut, never rounded up', () => {
  expect(formatUsd(micros(1_999_999n))).toBe('$1.99');
  expect(formatUsd(micros(-1_999_999n))).toBe('-$1.99');
  expect(formatAmount(micros(1_234_567_891_230n))).toBe('1,234,567.89');
});

test('what is less than a cent does not read as nothing', () => {
  expect([9_999n, 1n, 0n, -9_999n, 10_000n].map((amount) => formatUsd(micros(amount)))).toEqual([
    '<$0.01',
    '<$0.01',
    '$0.00',
    '-<$0.01',
    '$0.01',
  ]);
});

test('a rate is whole cents', () => {
  expect(formatRate(200)).toBe('$2.00');
  expect(formatRate(5)).toBe('$0.05');
});
