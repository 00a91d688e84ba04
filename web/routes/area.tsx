import { useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { type Role, roleSchema } from '#contract/accounts/accounts.ts';
import { useSession } from '#web/features/accounts/session.ts';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import type { AuthState } from './auth/next.ts';
import { fetchSession, knownSession } from './connected.tsx';
import { NoAnswer } from './no-answer.tsx';
import { paths } from './paths.ts';
import { PublicArea } from './public/area.tsx';

/** The layout of each role. */
const areas = {
  host: lazyPart(async () => (await import('./host/area.tsx')).HostArea),
  clipper: lazyPart(async () => (await import('./clipper/area.tsx')).ClipperArea),
  admin: lazyPart(async () => (await import('./admin/admin-only.tsx')).AdminOnly),
} satisfies Record<Role, unknown>;

/**
 * This element is constant. A new element per render would update a page that is not hydrated yet, and React
 * would then rerender it.
 */
const publicArea = <PublicArea />;

/**
 * The layout around members' pages and around pages for everyone. It is one component, so that the layout is
 * not replaced when a clip or listing is opened from a list, or on return.
 */
export function Area() {
  const { data: session, isPending, refetch } = useSession();
  const { pathname, search } = useLocation();
  const kind = kindOf(pathname);
  const role = session?.user?.role ?? null;
  const shown = useRef<Role | null>(null);
  if (kind === 'anyone') shown.current = role === 'admin' ? null : role;
  // A clip's page keeps its layout while an expired session is renewed.
  else if (kind === 'clip') shown.current ??= role;
  else shown.current = kind;
  if (shown.current) {
    const Layout = areas[shown.current];
    return <Layout />;
  }
  if (kind === 'anyone') return publicArea;
  if (isPending) return <Spinner label="Checking your session" />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  const state: AuthState = { next: pathname + search };
  return <Navigate to={paths.auth()} state={state} replace />;
}

/**
 * Returns the kind of layout for a path. It is the role in the path; for clips and public content, the
 * signed-in person decides.
 */
function kindOf(pathname: string): Role | 'clip' | 'anyone' {
  const [, segment] = pathname.split('/');
  if (segment === 'clips') return 'clip';
  return roleSchema.safeParse(segment).data ?? 'anyone';
}

/**
 * Fetches the layout for a path, and the session. With `ask` it waits for the session if the session decides
 * the layout.
 */
export async function loadArea(pathname: string, ask: boolean): Promise<void> {
  const kind = kindOf(pathname);
  const isOfRole = kind !== 'clip' && kind !== 'anyone';
  if (isOfRole) void fetchSession();
  const role = isOfRole ? kind : (ask ? await fetchSession() : knownSession())?.user?.role;
  if (role) await areas[role].load();
}
