import { type Micros, micros, parseUsd } from '#contract/money.ts';

/** Budget minus balance where the balance does not cover the typed budget; null where it does or is not known. */
export function missingFor(budgetText: string, balance: Micros | undefined): Micros | null {
  const budget = parseUsd(budgetText);
  if (budget === null || balance === undefined || budget <= balance) return null;
  return micros(budget - balance);
}
