import { lazy, Suspense, useState } from 'react';
import type { SessionUser } from '#web/features/accounts/session.ts';

const OnboardingDialog = lazy(async () => ({
  default: (await import('#web/features/profiles/onboarding/onboarding-dialog.tsx')).OnboardingDialog,
}));

/** Opens over a dashboard whose person has not been through the steps; what opened stays until it is finished. */
export function Onboarding({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(!user.onboardingCompleted);
  if (!open || user.role === null || user.role === 'admin') return null;
  return (
    <Suspense fallback={null}>
      <OnboardingDialog role={user.role} username={user.username} onFinished={() => setOpen(false)} />
    </Suspense>
  );
}
