import { depositErrors } from '#contract/errors/deposits.ts';
import { DEPOSIT_MAX, DEPOSIT_MIN } from '#contract/limits.ts';
import { type Micros, parseUsd } from '#contract/money.ts';

/** What a person typed as an amount to add: the amount, or the rule that it breaks. */
export function readDepositAmount(text: string): { amount: Micros } | { rule: string } {
  const amount = parseUsd(text);
  const fits = amount !== null && amount >= DEPOSIT_MIN && amount <= DEPOSIT_MAX;
  return fits ? { amount } : { rule: depositErrors.deposit_amount.detail };
}

/** The least deposit that covers what is missing. */
export const depositFor = (missing: Micros): Micros => (missing < DEPOSIT_MIN ? DEPOSIT_MIN : missing);
