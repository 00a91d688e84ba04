import { Outlet } from 'react-router';
import { useLiveUpdates } from '#web/api/events/use-live-updates.ts';
import { AdminLoginForm } from '#web/features/accounts/admin-login-form.tsx';
import { IdentityDialog } from '#web/features/accounts/identity-dialog.tsx';
import { SecondFactor } from '#web/features/accounts/second-factor.tsx';
import { useCallAs, useSession } from '#web/features/accounts/session.ts';
import { signOut } from '#web/features/accounts/sign-out.ts';
import { Spinner } from '#web/ui/skeleton.tsx';
import { NoAnswer } from '../no-answer.tsx';
import { AdminDoor } from './door.tsx';
import { AdminShell } from './shell.tsx';

/**
 * The form for anyone who is not signed in as admin, the page for who is; on a live system the second factor comes first.
 * Every call is checked by the server.
 */
export function AdminOnly() {
  const { data: session, isPending, refetch } = useSession();
  const admin = session?.user?.role === 'admin' ? session.user.id : undefined;
  useCallAs(admin);
  // Until the second factor is on, the server refuses them like everything else.
  useLiveUpdates(session?.user?.needsSecondFactor ? undefined : admin);
  if (isPending) return <Spinner />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  if (session.user?.needsSecondFactor)
    return (
      <AdminDoor demo={session.demo} onLogout={signOut}>
        <title>Set up two-step sign-in · Permille</title>
        <div className="mx-auto flex w-full max-w-160 flex-col gap-5">
          <div>
            <h1 className="disp text-2xl" tabIndex={-1}>
              Set up two-step sign-in
            </h1>
            <p className="mt-2 text-muted">
              Admins sign in with a code as well. Everything else opens once it is on.
            </p>
          </div>
          <SecondFactor />
        </div>
        <IdentityDialog />
      </AdminDoor>
    );
  if (session.user?.role === 'admin')
    return (
      <AdminShell demo={session.demo} onLogout={signOut}>
        <Outlet />
        <IdentityDialog />
      </AdminShell>
    );
  return (
    <AdminDoor demo={session.demo}>
      <div className="mx-auto w-full max-w-100 pt-[min(14vh,8rem)]">
        <title>Admin login · Permille</title>
        <h1 className="disp mb-4.5 text-2xl" tabIndex={-1}>
          Admin Panel
        </h1>
        <AdminLoginForm />
      </div>
    </AdminDoor>
  );
}
