import { useLocation } from 'react-router';
import { overviewRoutes } from '#contract/admin/overviews.ts';
import { useRead } from '#web/api/query.ts';
import type { GuardedSession } from '#web/features/accounts/session.ts';
import { signOut } from '#web/features/accounts/sign-out.ts';
import { Guard } from '../guard.tsx';
import { Onboarding } from '../onboarding.tsx';
import { paths } from '../paths.ts';
import { ClipperLayout } from './layout.tsx';

/** The part of the app under /clipper: the guard, and the layout around the page. */
export function ClipperArea() {
  return <Guard only="clipper">{(session) => <Area session={session} />}</Guard>;
}

function Area({ session: { user, demo } }: { session: GuardedSession }) {
  const { data } = useRead(overviewRoutes.clipperOverview, {});
  const { pathname } = useLocation();
  return (
    <>
      <ClipperLayout
        figureMicros={data?.figures.earnedMicros}
        username={user.username ?? 'username'}
        avatarUrl={user.avatarUrl}
        demo={demo}
        onSignOut={signOut}
        pendingSubmissions={data?.pending}
      />
      {pathname === paths.clipperDashboard() ? <Onboarding user={user} /> : null}
    </>
  );
}
