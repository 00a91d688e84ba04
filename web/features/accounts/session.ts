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
  // The session is refetched whenever somebody returns to the page, because another account may have signed
  // in.
  refetchOnWindowFocus: 'always' as const,
};

/** Returns the signed-in person as the server knows them; `data.user` is null for a visitor. */
export const useSession = () => useQuery(sessionQuery);

/**
 * Sends this person's id with the page's calls, so that the server refuses them once another account has
 * signed in in another tab. Without an id no call is refused.
 */
export function useCallAs(userId: string | undefined): void {
  // This is a layout effect, because the pages inside begin their reads in passive effects, which run later.
  useLayoutEffect(() => {
    callAs(userId ?? null);
    return () => callAs(null);
  }, [userId]);
}

/** The session in a guarded area, where a person with the area's role is signed in. */
export type GuardedSession = SessionReply & { user: SessionUser };

export const InsideContext = createContext<GuardedSession | null>(null);

/**
 * Returns the person whose page is open in a guarded area. The person stays the same while an expired session
 * is renewed.
 */
export function useInside(): GuardedSession {
  const inside = useContext(InsideContext);
  if (!inside) throw new Error('this page stands outside of a guarded area');
  return inside;
}

/** Returns the dashboard's path for a role. A person without a role must first choose one. */
export function homeOf(role: Role | null): string {
  if (role === null) return paths.auth();
  if (role === 'admin') return paths.admin();
  return role === 'host' ? paths.hostDashboard() : paths.clipperDashboard();
}
