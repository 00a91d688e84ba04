import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { googleReturn } from '#web/features/accounts/google-return.ts';
import { homeOf, useSession } from '#web/features/accounts/session.ts';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import { NoAnswer } from '../no-answer.tsx';
import { paths } from '../paths.ts';

/** The page at /dashboard, which redirects to the dashboard of the person's role, or to /auth. */
export function DashboardPage() {
  const { data: session, isPending, refetch } = useSession();
  const decided = session?.user?.role != null;
  // The target is removed when the page is left. For people without a role it is kept, because they need it
  // after choosing one.
  useEffect(() => (decided ? () => googleReturn.keep(null) : undefined), [decided]);
  if (isPending) return <Spinner />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  if (!session.user) return <Navigate to={paths.login()} replace />;
  const home = homeOf(session.user.role);
  return <Navigate to={(session.user.role && googleReturn.read()) ?? home} replace />;
}
