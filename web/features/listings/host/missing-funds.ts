import { type Micros, micros, parseUsd, raiseToCents } from '#contract/money.ts';

/** Returns the budget minus the balance, or null if the balance suffices or is unknown. */
export function missingFor(budgetText: string, balance: Micros | undefined): Micros | null {
  const budget = parseUsd(budgetText);
  if (budget === null || balance === undefined || budget <= balance) return null;
  return raiseToCents(micros(budget - balance));
}
