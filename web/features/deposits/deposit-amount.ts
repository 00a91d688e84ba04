import { depositErrors } from '#contract/errors/deposits.ts';
import { DEPOSIT_MAX, DEPOSIT_MIN } from '#contract/limits.ts';
import { type Micros, parseUsd } from '#contract/money.ts';

/** Parses a typed deposit amount, or returns the rule it breaks. */
export function readDepositAmount(text: string): { amount: Micros } | { rule: string } {
  const amount = parseUsd(text);
  const fits = amount !== null && amount >= DEPOSIT_MIN && amount <= DEPOSIT_MAX;
  return fits ? { amount } : { rule: depositErrors.deposit_amount.detail };
}

/** Returns the smallest allowed deposit that covers the missing amount. */
export const depositFor = (missing: Micros): Micros => (missing < DEPOSIT_MIN ? DEPOSIT_MIN : missing);
