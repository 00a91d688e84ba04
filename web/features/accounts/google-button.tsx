import type { ReactNode } from 'react';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { googleReturn } from './google-return.ts';
import { useSession } from './session.ts';

/** Opens Google's sign-in if the server is configured for it; otherwise shows the specified toast. */
export function ContinueWithGoogle({ next }: { next: string | null }) {
  const configured = useSession().data?.googleSignIn;
  const start = useAction(accountRoutes.startGoogleSignIn, {
    success: ({ url }) => {
      googleReturn.keep(next);
      window.location.assign(url);
    },
    error: (error) => toast.error('Login Failed', error.message, { id: 'form' }),
  });
  const press = () => {
    if (configured) start.mutate({});
    else toast.info('Google Sign-In', 'Google authentication is coming soon!', { id: 'form' });
  };
  return (
    <Button
      className="h-10.5!"
      busy={(start.isPending || start.isSuccess) && 'Opening Google...'}
      onClick={press}
    >
      <GoogleMark />
      Continue with Google
    </Button>
  );
}

/** `children` are further ways without an email. */
export function GoogleButton({ next, children }: { next: string | null; children?: ReactNode }) {
  return (
    <>
      <ContinueWithGoogle next={next} />
      {children}
      <p className="flex items-center gap-3 text-muted text-sm before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
        or with email
      </p>
    </>
  );
}

function GoogleMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      className="size-4.25"
    >
      <path d="M20.5 12.2H12.4M19 6.6A9 9 0 1 0 20.6 12" />
    </svg>
  );
}
