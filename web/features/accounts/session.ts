import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Role, SessionReply } from '#contract/accounts.ts';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';

export type SessionUser = NonNullable<SessionReply['user']>;

const sessionQuery = { ...query(routes.session, {}), staleTime: 60_000 };

/** Who is signed in, by the server's word: `data.user` is null for a visitor. */
export const useSession = () => useQuery(sessionQuery);

/** What a guarded area knows for certain: somebody of its role is signed in. */
export type GuardedSession = SessionReply & { user: SessionUser };

export const InsideContext = createContext<GuardedSession | null>(null);

/** Whose page is open in a guarded area. It stays theirs while an ended session is renewed over it. */
export function useInside(): GuardedSession {
  const inside = useContext(InsideContext);
  if (!inside) throw new Error('this page stands outside of a guarded area');
  return inside;
}

/** Where a role's work begins. A person without one has yet to choose it. */
export function homeOf(role: Role | null): string {
  if (role === null) return paths.auth();
  if (role === 'admin') return paths.admin();
  return role === 'host' ? paths.hostDashboard() : paths.clipperDashboard();
}
