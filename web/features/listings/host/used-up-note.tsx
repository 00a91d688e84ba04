import { topUpText } from './listing-actions.ts';
import { useBudgetQueues } from './use-budget-queues.ts';

/** Shows the host of a listing with a used-up budget the top-up that it needs. */
export function UsedUpNote({ id, className }: { id: string; className: string }) {
  const queue = useBudgetQueues()({ id });
  return <p className={className}>Budget used up. {topUpText(queue)}</p>;
}
