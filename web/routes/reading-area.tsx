import { lazy, Suspense } from 'react';
import { useSession } from '#web/features/accounts/session.ts';
import { PublicArea } from './public/area.tsx';

const HostArea = lazy(async () => ({ default: (await import('./host/area.tsx')).HostArea }));
const ClipperArea = lazy(async () => ({ default: (await import('./clipper/area.tsx')).ClipperArea }));

/** The same element at every render: another would reach a page that is not hydrated yet, and React would draw it anew. */
const publicArea = <PublicArea />;

/** Around what everyone may read: the own layout of hosts and clippers who are signed in, else the public one. */
export function ReadingArea() {
  const role = useSession().data?.user?.role;
  if (role !== 'host' && role !== 'clipper') return publicArea;
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      {role === 'host' ? <HostArea /> : <ClipperArea />}
    </Suspense>
  );
}
