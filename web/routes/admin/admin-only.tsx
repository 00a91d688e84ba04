import { useEffect, useRef } from 'react';
import { Outlet } from 'react-router';
import { useLiveUpdates } from '#web/api/events/use-live-updates.ts';
import { AdminLoginForm } from '#web/features/accounts/admin-login-form.tsx';
import { IdentityDialog } from '#web/features/accounts/identity-dialog.tsx';
import { SecondFactor } from '#web/features/accounts/second-factor.tsx';
import { type SessionUser, useCallAs, useSession } from '#web/features/accounts/session.ts';
import { signOut } from '#web/features/accounts/sign-out.ts';
import { fetchEarly } from '#web/ui/pages/lazy-part.tsx';
import { OptionalPart } from '#web/ui/pages/optional-part.tsx';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import { SignInAgain, sessionEnded } from '../guard.tsx';
import { NoAnswer } from '../no-answer.tsx';
import { paths } from '../paths.ts';
import { AdminShell } from './shell.tsx';
import { AdminSignInFrame } from './sign-in-frame.tsx';

/**
 * Shows the page to admins, and the login form to everyone else. On a live system an admin must set up the
 * second factor first. The server checks every call.
 */
export function AdminOnly() {
  const { data: session, isPending, refetch } = useSession();
  const user = session?.user;
  const admin = user?.role === 'admin' ? user.id : undefined;
  const inside = useRef<SessionUser | null>(null);
  const stranger = Boolean(user && inside.current && user.id !== inside.current.id);
  // The page keeps its input while an expired session is renewed.
  if (user && admin && !stranger && !user.needsSecondFactor) inside.current = user;
  // The dialog is fetched early, because the connection may be lost when the session ends.
  useEffect(() => {
    if (admin) fetchEarly(SignInAgain);
  }, [admin]);
  useCallAs(inside.current?.id ?? admin);
  // Until the second factor is set up, the server refuses the event stream, like every other call.
  useLiveUpdates(user?.needsSecondFactor || stranger ? undefined : admin);
  if (isPending) return <Spinner />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  if (user?.needsSecondFactor && !stranger)
    return (
      <AdminSignInFrame demo={session.demo} onLogout={signOut}>
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
      </AdminSignInFrame>
    );
  if (inside.current)
    return (
      <AdminShell demo={session.demo} onLogout={signOut}>
        <Outlet />
        <IdentityDialog />
        {user?.id === inside.current.id ? null : (
          <OptionalPart instead={sessionEnded}>
            <SignInAgain
              user={inside.current}
              stranger={stranger}
              leave={{ to: paths.admin() }}
              form={<AdminLoginForm />}
            />
          </OptionalPart>
        )}
      </AdminShell>
    );
  return (
    <AdminSignInFrame demo={session.demo}>
      <div className="mx-auto w-full max-w-100 pt-[min(14vh,8rem)]">
        <title>Admin login · Permille</title>
        <h1 className="disp mb-4.5 text-2xl" tabIndex={-1}>
          Admin Panel
        </h1>
        <AdminLoginForm />
      </div>
    </AdminSignInFrame>
  );
}
