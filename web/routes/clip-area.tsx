import { useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Role } from '#contract/accounts.ts';
import { useSession } from '#web/features/accounts/session.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Spinner } from '#web/ui/skeleton.tsx';
import type { AuthState } from './auth/next.ts';
import { NoAnswer } from './guard.tsx';
import { paths } from './paths.ts';

/** The layout of each role. */
export const areas = {
  host: lazyPart(async () => (await import('./host/area.tsx')).HostArea),
  clipper: lazyPart(async () => (await import('./clipper/area.tsx')).ClipperArea),
  admin: lazyPart(async () => (await import('./admin/admin-only.tsx')).AdminOnly),
} satisfies Record<Role, unknown>;

/** Around the pages that several roles share: the layout of whoever is signed in. */
export function ClipArea() {
  const { data: session, isPending, refetch } = useSession();
  const { pathname, search } = useLocation();
  // The page stays while an expired session is renewed.
  const role = useRef<Role | null>(null);
  role.current ??= session?.user?.role ?? null;
  if (isPending) return <Spinner label="Checking your session" />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  if (role.current === 'host') return <areas.host />;
  if (role.current === 'clipper') return <areas.clipper />;
  if (role.current === 'admin') return <areas.admin />;
  const state: AuthState = { next: pathname + search };
  return <Navigate to={paths.auth()} state={state} replace />;
}
