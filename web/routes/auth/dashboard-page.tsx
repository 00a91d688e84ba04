import { Navigate } from 'react-router';
import { homeOf, useSession } from '#web/features/accounts/session.ts';
import { Spinner } from '#web/ui/skeleton.tsx';
import { NoAnswer } from '../guard.tsx';
import { paths } from '../paths.ts';

/** /dashboard shows nothing of its own: it sends everyone where their work is. */
export function DashboardPage() {
  const { data: session, isPending, refetch } = useSession();
  if (isPending) return <Spinner />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  return <Navigate to={session.user ? homeOf(session.user.role) : paths.login()} replace />;
}
