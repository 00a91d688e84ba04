import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { homeOf, useSession } from '#web/features/accounts/session.ts';
import { signOut } from '#web/features/accounts/sign-out.ts';
import { ClaimForm } from '#web/features/profiles/onboarding/claim-form.tsx';
import { ClaimedNote } from '#web/features/profiles/onboarding/claimed-note.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import { NoAnswer } from '../no-answer.tsx';
import { paths } from '../paths.ts';
import { AuthLayout } from './layout.tsx';
import type { AuthState } from './next.ts';

/**
 * The screen on which a person claims a username. Afterwards the browser loads the whole page, so that the
 * new name is shown everywhere.
 */
export function UsernameSetupPage() {
  const { data: session, isPending, refetch } = useSession();
  const { pathname } = useLocation();
  const [claimed, setClaimed] = useState<string | null>(null);
  if (isPending) return <Spinner />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  const { user } = session;
  const state: AuthState = { next: pathname };
  if (!user?.role) return <Navigate to={paths.auth()} state={state} replace />;
  return (
    <AuthLayout
      corner={
        <Button size="sm" onClick={signOut}>
          Sign out
        </Button>
      }
    >
      <title>Choose your username · Permille</title>
      {claimed ? (
        <ClaimedNote username={claimed} to={homeOf(user.role)} />
      ) : (
        <>
          <h1 className="disp text-2xl" tabIndex={-1}>
            One last step!
          </h1>
          <p className="mt-2 mb-4.5 text-muted">Choose the username of your public profile.</p>
          <ClaimForm username={user.username} onClaimed={setClaimed} />
        </>
      )}
    </AuthLayout>
  );
}
