import type { BudgetQueue } from '#contract/earnings/earnings.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';

/**
 * Returns a function that gives the amount a listing's used-up budget lacks. It gives undefined for other
 * listings and while loading.
 */
export function useBudgetQueues(): (listing: { id: string }) => BudgetQueue | undefined {
  const rows = useRead(routes.hostBudgetQueues, {}).data?.rows;
  return ({ id }) => rows?.find(({ listingId }) => listingId === id);
}
