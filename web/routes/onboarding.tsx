import { Suspense, useState } from 'react';
import { connectedBy } from '#contract/platforms/platforms.ts';
import type { SessionUser } from '#web/features/accounts/session.ts';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { paths } from './paths.ts';

const FirstConnection = lazyPart(
  async () => (await import('#web/features/connections/first-connection.tsx')).FirstConnection,
);
const OnboardingDialog = lazyPart(
  async () => (await import('#web/features/profiles/onboarding/onboarding-dialog.tsx')).OnboardingDialog,
);

/**
 * Opens the onboarding over the dashboard of a person who has not completed it. It stays open until it is
 * completed.
 */
export function Onboarding({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(!user.onboardingCompleted);
  if (!open || user.role === null || user.role === 'admin') return null;
  return (
    <Suspense fallback={null}>
      <OnboardingDialog
        role={user.role}
        username={user.username}
        connect={
          <FirstConnection
            offered={connectedBy(user.role)}
            returnTo={
              user.role === 'host' ? paths.hostSettings('accounts') : paths.clipperSettings('accounts')
            }
          />
        }
        onFinished={() => setOpen(false)}
      />
    </Suspense>
  );
}
