import type { BlockedClipper } from '#contract/blocks.ts';
import { blockRoutes } from '#contract/blocks.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Returns a function that unblocks a clipper and shows a toast. */
export function useUnblock() {
  const { mutate, isPending } = useAction(blockRoutes.unblockClipper, {
    success: () => toast.success('Clipper unblocked', 'Your listings take their clips again.'),
  });
  const lift = ({ clipperId }: Pick<BlockedClipper, 'clipperId'>) => mutate({ params: { id: clipperId } });
  return { lift, isPending };
}
