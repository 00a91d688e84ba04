import { topUpText } from './listing-actions.ts';
import { useBudgetQueues } from './use-budget-queues.ts';

/** To the host of a listing whose budget is used up: how much tops it up. */
export function UsedUpNote({ id, className }: { id: string; className: string }) {
  const queue = useBudgetQueues()({ id });
  return <p className={className}>Budget used up. {topUpText(queue)}</p>;
}
