import { useLocation } from 'react-router';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Opens the platform's consent page, which returns to the current page or to `returnTo`. */
export function useConnect() {
  const { pathname, search } = useLocation();
  const start = useAction(routes.startConnection, {
    success: ({ authorizeUrl }) => window.location.assign(authorizeUrl),
    error: (error) => toast.error(error.title, error.message, { id: 'connect' }),
  });
  return {
    connect: (platform: ConnectablePlatform, returnTo = pathname + search) =>
      start.mutate({ body: { platform, returnTo } }),
    /** The platform whose consent page is being opened; set until the page is left. */
    leavingFor: start.isPending || start.isSuccess ? (start.variables?.body.platform ?? null) : null,
  };
}
