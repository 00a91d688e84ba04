import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useLayoutEffect } from 'react';
import type { Role, SessionReply } from '#contract/accounts/accounts.ts';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { callAs } from '#web/api/client.ts';
import { query } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';

export type SessionUser = NonNullable<SessionReply['user']>;

export const sessionQuery = {
  ...query(accountRoutes.session, {}),
  staleTime: 60_000,
  // Fetched whenever somebody returns to the page, because another account may be signed in by then.
  refetchOnWindowFocus: 'always' as const,
};

/** The signed-in person according to the server; `data.user` is null for a visitor. */
export const useSession = () => useQuery(sessionQuery);

/**
 * Makes the server refuse this page's calls once another account has signed in in another tab. Without an id,
 * no call is refused.
 */
export function useCallAs(userId: string | undefined): void {
  // A layout effect, because the pages inside start their reads in passive effects.
  useLayoutEffect(() => {
    callAs(userId ?? null);
    return () => callAs(null);
  }, [userId]);
}

/** The session inside a guarded area, where a person of its role is signed in. */
export type GuardedSession = SessionReply & { user: SessionUser };

export const InsideContext = createContext<GuardedSession | null>(null);

/** The person whose page is open in a guarded area; unchanged while an expired session is renewed. */
export function useInside(): GuardedSession {
  const inside = useContext(InsideContext);
  if (!inside) throw new Error('this page stands outside of a guarded area');
  return inside;
}

/** The dashboard of a role; a person without a role chooses one first. */
export function homeOf(role: Role | null): string {
  if (role === null) return paths.auth();
  if (role === 'admin') return paths.admin();
  return role === 'host' ? paths.hostDashboard() : paths.clipperDashboard();
}
