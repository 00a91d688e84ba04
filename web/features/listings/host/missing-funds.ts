import { type Micros, micros, parseUsd, raiseToCents } from '#contract/money.ts';

/** Budget minus balance if the balance is too low; null if it is enough or unknown. */
export function missingFor(budgetText: string, balance: Micros | undefined): Micros | null {
  const budget = parseUsd(budgetText);
  if (budget === null || balance === undefined || budget <= balance) return null;
  return raiseToCents(micros(budget - balance));
}
