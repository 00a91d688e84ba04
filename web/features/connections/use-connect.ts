import { useLocation } from 'react-router';
import type { ConnectablePlatform } from '#contract/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toast.tsx';

/** Leaves for the platform's own consent page; it comes back to the page it left, or to `returnTo`. */
export function useConnect() {
  const { pathname, search } = useLocation();
  const start = useAction(routes.startConnection, {
    success: ({ authorizeUrl }) => window.location.assign(authorizeUrl),
    error: (error) => toast.error(error.title, error.message, { id: 'connect' }),
  });
  return {
    connect: (platform: ConnectablePlatform, returnTo = pathname + search) =>
      start.mutate({ body: { platform, returnTo } }),
    /** The platform that is being left for; it stays while the browser is on its way. */
    leavingFor: start.isPending || start.isSuccess ? (start.variables?.body.platform ?? null) : null,
  };
}
