import { useLocation } from 'react-router';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/**
 * Returns a function that opens the platform's consent page. From there the browser returns to the current
 * page or to `returnTo`.
 */
export function useConnect() {
  const { pathname, search } = useLocation();
  const start = useAction(routes.startConnection, {
    success: ({ authorizeUrl }) => window.location.assign(authorizeUrl),
    error: (error) => toast.error(error.title, error.message, { id: 'connect' }),
  });
  return {
    connect: (platform: ConnectablePlatform, returnTo = pathname + search) =>
      start.mutate({ body: { platform, returnTo } }),
    /** The platform whose consent page is being opened, until this page is left; otherwise null. */
    leavingFor: start.isPending || start.isSuccess ? (start.variables?.body.platform ?? null) : null,
  };
}
