import { topUpText } from './listing-actions.ts';
import { useBudgetQueues } from './use-budget-queues.ts';

/** Tells the host of a listing with a used-up budget which top-up it needs. */
export function UsedUpNote({ id, className }: { id: string; className: string }) {
  const queue = useBudgetQueues()({ id });
  return <p className={className}>Budget used up. {topUpText(queue)}</p>;
}
