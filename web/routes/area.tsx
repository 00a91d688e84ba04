import { useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { type Role, roleSchema } from '#contract/accounts.ts';
import { useSession } from '#web/features/accounts/session.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Spinner } from '#web/ui/skeleton.tsx';
import type { AuthState } from './auth/next.ts';
import { knownSession, theSession } from './connected.tsx';
import { NoAnswer } from './no-answer.tsx';
import { paths } from './paths.ts';
import { PublicArea } from './public/area.tsx';

/** The layout of each role. */
const areas = {
  host: lazyPart(async () => (await import('./host/area.tsx')).HostArea),
  clipper: lazyPart(async () => (await import('./clipper/area.tsx')).ClipperArea),
  admin: lazyPart(async () => (await import('./admin/admin-only.tsx')).AdminOnly),
} satisfies Record<Role, unknown>;

/** The same element at every render: another would reach a page that is not hydrated yet, and React would draw it anew. */
const publicArea = <PublicArea />;

/**
 * The layout around members' pages and what everyone may read. One place for all of them: what stands around a list stays while
 * a clip or a listing of it is opened, and on the way back.
 */
export function Area() {
  const { data: session, isPending, refetch } = useSession();
  const { pathname, search } = useLocation();
  const kind = kindOf(pathname);
  const role = session?.user?.role ?? null;
  const shown = useRef<Role | null>(null);
  if (kind === 'anyone') shown.current = role === 'admin' ? null : role;
  // A clip stays while an expired session is renewed.
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

/** Whose layout: of the role that its address names; around a clip and what anyone may read, of whoever is signed in. */
function kindOf(pathname: string): Role | 'clip' | 'anyone' {
  const [, segment] = pathname.split('/');
  if (segment === 'clips') return 'clip';
  return roleSchema.safeParse(segment).data ?? 'anyone';
}

/** Fetches the layout of an address. `ask`: also if it is not known yet who is signed in. */
export async function loadArea(pathname: string, ask: boolean): Promise<void> {
  const kind = kindOf(pathname);
  const ofSession = async () => (ask ? await theSession() : knownSession())?.user?.role;
  const role = kind === 'clip' || kind === 'anyone' ? await ofSession() : kind;
  if (role) await areas[role].load();
}
