import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import {
  type GuardedSession,
  homeOf,
  InsideContext,
  useCallAs,
  useSession,
} from '#web/features/accounts/session.ts';
import { fetchEarly, lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { OptionalPart } from '#web/ui/pages/optional-part.tsx';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import type { AuthState } from './auth/next.ts';
import { NoAnswer } from './no-answer.tsx';
import { paths } from './paths.ts';

/** The dialog that is shown over a page whose session has ended. */
export const SignInAgain = lazyPart(
  async () => (await import('#web/features/accounts/sign-in-again.tsx')).SignInAgain,
);

const IdentityDialog = lazyPart(
  async () => (await import('#web/features/accounts/identity-dialog.tsx')).IdentityDialog,
);

/**
 * Covers the page like the dialog, so that nobody uses it as another person. It must not use anything that
 * loads later.
 */
export const sessionEnded = (
  <div className="fixed inset-0 z-50 grid place-items-center bg-black/55 p-4">
    <p role="alert" className="rounded-panel border border-line bg-overlay p-5 shadow-overlay">
      Your session has ended. Reload the page.
    </p>
  </div>
);

/**
 * Shows an area only to people with its role, and redirects all others. The server also checks every call.
 */
export function Guard({
  only,
  children,
}: {
  only: MemberRole;
  children: (session: GuardedSession) => ReactNode;
}) {
  const { data: session, isPending, refetch } = useSession();
  const { pathname, search } = useLocation();
  const inside = useRef<GuardedSession | null>(null);
  const isInside = session?.user?.role === only;
  // The dialog is fetched early. When it is needed, the connection may be lost or the server may have another
  // version.
  useEffect(() => {
    if (isInside) fetchEarly(SignInAgain);
  }, [isInside]);
  useCallAs(inside.current?.user.id ?? (isInside ? session.user?.id : undefined));
  if (isPending) return <Spinner label="Checking your session" />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  const { user } = session;
  const state: AuthState = { next: pathname + search };
  const stranger = user !== null && inside.current !== null && user.id !== inside.current.user.id;
  if (user?.role === only && !stranger) inside.current = { ...session, user };
  // The page keeps its input while an expired session is renewed.
  const open = inside.current;
  if (open) {
    return (
      <InsideContext value={open}>
        {children(open)}
        <OptionalPart>
          <IdentityDialog />
        </OptionalPart>
        {user?.id === open.user.id ? null : (
          <OptionalPart instead={sessionEnded}>
            <SignInAgain user={open.user} stranger={stranger} leave={{ to: paths.auth(), state }} />
          </OptionalPart>
        )}
      </InsideContext>
    );
  }
  if (!user) return <Navigate to={paths.auth()} state={state} replace />;
  return <Navigate to={homeOf(user.role)} replace />;
}
