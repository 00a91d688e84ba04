import { useQuery } from '@tanstack/react-query';
import type { Role, SessionReply } from '#contract/accounts.ts';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';

export type SessionUser = NonNullable<SessionReply['user']>;

const sessionQuery = { ...query(routes.session, {}), staleTime: 60_000 };

/** Who is signed in, by the server's word: `data.user` is null for a visitor. */
export const useSession = () => useQuery(sessionQuery);

/** Where a role's work begins. A person without one has yet to choose it. */
export function homeOf(role: Role | null): string {
  if (role === null) return paths.auth();
  if (role === 'admin') return paths.admin();
  return role === 'host' ? paths.hostDashboard() : paths.clipperDashboard();
}
