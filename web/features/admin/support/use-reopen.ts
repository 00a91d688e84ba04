import { useQueryClient } from '@tanstack/react-query';
import { UNDO_SECONDS } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { asApiError, call } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import type { ToastOptions } from '#web/ui/toasts/toast-props.ts';

/**
 * Returns a function that reopens closed messages, for the Undo button of a toast. A refused message does not
 * stop the others.
 */
export function useReopen() {
  const client = useQueryClient();
  const reopen = async (ids: readonly string[]) => {
    let reopened = 0;
    for (const id of ids) {
      try {
        await call(routes.reopenSupportMessage, { params: { id } });
        reopened += 1;
      } catch (failure) {
        const error = asApiError(failure);
        toast.error(error.title, error.message);
      }
    }
    if (reopened > 0) toast.success(reopened === 1 ? 'Message reopened' : `${reopened} messages reopened`);
    await client.invalidateQueries();
  };
  return (ids: readonly string[]): ToastOptions => ({
    durationMs: UNDO_SECONDS * 1000,
    action: { label: 'Reopen', onPress: () => void reopen(ids) },
  });
}
