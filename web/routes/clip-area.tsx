import { lazy, useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Role } from '#contract/accounts.ts';
import { useSession } from '#web/features/accounts/session.ts';
import { Spinner } from '#web/ui/skeleton.tsx';
import type { AuthState } from './auth/next.ts';
import { NoAnswer } from './guard.tsx';
import { paths } from './paths.ts';

const HostArea = lazy(async () => ({ default: (await import('./host/area.tsx')).HostArea }));
const ClipperArea = lazy(async () => ({ default: (await import('./clipper/area.tsx')).ClipperArea }));
const AdminOnly = lazy(async () => ({ default: (await import('./admin/admin-only.tsx')).AdminOnly }));

/** Around the pages that several roles share: the layout of whoever is signed in. */
export function ClipArea() {
  const { data: session, isPending, refetch } = useSession();
  const { pathname, search } = useLocation();
  // The page stays while an expired session is renewed.
  const role = useRef<Role | null>(null);
  role.current ??= session?.user?.role ?? null;
  if (isPending) return <Spinner label="Checking your session" />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  if (role.current === 'host') return <HostArea />;
  if (role.current === 'clipper') return <ClipperArea />;
  if (role.current === 'admin') return <AdminOnly />;
  const state: AuthState = { next: pathname + search };
  return <Navigate to={paths.auth()} state={state} replace />;
}
