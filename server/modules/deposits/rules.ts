import { DEPOSIT_MAX, DEPOSIT_MIN } from '#contract/limits.ts';
import { isWholeCents, type Micros } from '#contract/money.ts';

/** Deposits are whole cents between the published limits. */
export const isDepositAmount = (amount: Micros): boolean =>
  amount >= DEPOSIT_MIN && amount <= DEPOSIT_MAX && isWholeCents(amount);
