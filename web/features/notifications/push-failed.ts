import { PushRefused } from '#web/api/browser-push.ts';
import { ApiError } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Shows why push notifications were not turned on. */
export function pushFailed(error: unknown): void {
  const [title, text] =
    error instanceof PushRefused
      ? ['Push stays off', 'The browser was not allowed to show notifications.']
      : error instanceof ApiError
        ? [error.title, error.message]
        : ['Push stays off', 'This browser could not reach its push service. Try again later.'];
  toast.error(title, text, { id: 'push' });
}
