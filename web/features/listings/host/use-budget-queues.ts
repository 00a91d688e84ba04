import type { BudgetQueue } from '#contract/earnings/earnings.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';

/** The missing amount of a listing whose budget is used up; undefined for other listings and while it loads. */
export function useBudgetQueues(): (listing: { id: string }) => BudgetQueue | undefined {
  const rows = useRead(routes.hostBudgetQueues, {}).data?.rows;
  return ({ id }) => rows?.find(({ listingId }) => listingId === id);
}
