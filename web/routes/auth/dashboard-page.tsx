import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { googleReturn } from '#web/features/accounts/google-return.ts';
import { homeOf, useSession } from '#web/features/accounts/session.ts';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import { NoAnswer } from '../no-answer.tsx';
import { paths } from '../paths.ts';

/** /dashboard only redirects: to the role's dashboard, or to /auth. */
export function DashboardPage() {
  const { data: session, isPending, refetch } = useSession();
  const decided = session?.user?.role != null;
  // Cleared on leaving, but only for people with a role: choosing one still needs the target.
  useEffect(() => (decided ? () => googleReturn.keep(null) : undefined), [decided]);
  if (isPending) return <Spinner />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  if (!session.user) return <Navigate to={paths.login()} replace />;
  const home = homeOf(session.user.role);
  return <Navigate to={(session.user.role && googleReturn.read()) ?? home} replace />;
}
