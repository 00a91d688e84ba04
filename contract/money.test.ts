import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cutToCents,
  formatAmount,
  formatDecimal,
  formatParts,
  formatRate,
  formatUsd,
  formatUsdExact,
  isWholeCents,
  micros,
  raiseToCents,
  splitCents,
  sumOf,
} from './money.ts';

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

test('a file has the same digits without a currency sign and separators', () => {
  expect(formatDecimal(1_234_567_891_230n)).toBe('1234567.89123');
  expect(formatDecimal(-500_000n)).toBe('-0.50');
  expect(formatDecimal(12_500_000n, 6)).toBe('12.500000');
});

test('amounts shown in cents are cut below a cent, never rounded up', () => {
  expect(formatUsd(micros(1_999_999n))).toBe('$1.99');
  expect(formatUsd(micros(-1_999_999n))).toBe('-$1.99');
  expect(formatAmount(micros(1_234_567_891_230n))).toBe('1,234,567.89');
});

test('an amount below a cent does not read as nothing', () => {
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

test('amounts in cents add up to their total whatever their fractions, and whole cents stay unchanged', () => {
  const amount = fc.bigInt({ min: 0n, max: 50_000_000n });
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 8 }), (amounts) => {
      const parts = amounts.map((one) => micros(one));
      const shown = splitCents(parts);
      expect(sumOf(shown)).toBe(cutToCents(sumOf(parts)));
      for (const [at, part] of parts.entries()) {
        expect(isWholeCents(shown[at]!)).toBe(true);
        expect([cutToCents(part), raiseToCents(part)]).toContain(shown[at]);
      }
    }),
  );
});

test('the cent that cutting would lose is added to the largest fraction, and to the last of equal ones', () => {
  const texts = (...parts: bigint[]) => formatParts(parts.map((part) => micros(part)));
  expect(texts(19_135_000n, 20_865_000n)).toEqual(['$19.13', '$20.87']);
  expect(texts(19_138_000n, 20_862_000n)).toEqual(['$19.14', '$20.86']);
  // The second amount is a withdrawable amount in whole cents, so the remaining cent goes to the other
  // amount.
  expect(texts(19_130_000n, 20_870_000n)).toEqual(['$19.13', '$20.87']);
  expect(texts(3_000n, 1_000_000n)).toEqual(['<$0.01', '$1.00']);
});
