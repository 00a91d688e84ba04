import { useLocation } from 'react-router';
import { overviewRoutes } from '#contract/admin/overviews.ts';
import { useRead } from '#web/api/query.ts';
import type { GuardedSession } from '#web/features/accounts/session.ts';
import { signOut } from '#web/features/accounts/sign-out.ts';
import { Guard } from '../guard.tsx';
import { Onboarding } from '../onboarding.tsx';
import { paths } from '../paths.ts';
import { HostLayout } from './layout.tsx';

/** The part of the app under /host: the guard, and the layout around the page. */
export function HostArea() {
  return <Guard only="host">{(session) => <Area session={session} />}</Guard>;
}

function Area({ session: { user, demo } }: { session: GuardedSession }) {
  const { data } = useRead(overviewRoutes.hostOverview, {});
  const { pathname } = useLocation();
  return (
    <>
      <HostLayout
        figureMicros={data?.balanceMicros}
        username={user.username ?? 'username'}
        avatarUrl={user.avatarUrl}
        demo={demo}
        onSignOut={signOut}
        activeListings={data?.activeListings}
        clipsToDecide={data?.clipsToDecide}
      />
      {pathname === paths.hostDashboard() ? <Onboarding user={user} /> : null}
    </>
  );
}
