import { expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { readDepositAmount } from './deposit-amount.ts';

test('reads what people type as an amount', () => {
  expect(readDepositAmount('500')).toEqual({ amount: centsToMicros(50_000) });
  expect(readDepositAmount(' $1,200.5 ')).toEqual({ amount: centsToMicros(120_050) });
});

test('accepts the limits and refuses one cent beyond', () => {
  const rule = { rule: 'Amount must be between $10.00 and $100,000.00.' };
  expect(readDepositAmount('10.00')).toEqual({ amount: centsToMicros(1_000) });
  expect(readDepositAmount('9.99')).toEqual(rule);
  expect(readDepositAmount('100000')).toEqual({ amount: centsToMicros(10_000_000) });
  expect(readDepositAmount('100000.01')).toEqual(rule);
});

test.each(['', 'ten', '-20', '20.005', '1e3'])('refuses %j with the rule', (text) => {
  expect(readDepositAmount(text)).toHaveProperty('rule');
});
