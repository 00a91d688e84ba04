import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Shows once that signing in with Google failed, and removes the failure from the address. */
export function useGoogleFailure(): void {
  const [params, setParams] = useSearchParams();
  const failed = params.get('failed') === 'google';
  // This is an effect, because the browser arrives from another site and no event precedes that.
  useEffect(() => {
    if (!failed) return;
    const message = 'Google did not sign you in. Try again, or use your email and password.';
    toast.error('Login Failed', message, { id: 'form' });
    setParams(
      (now) => {
        const rest = new URLSearchParams(now);
        for (const name of ['failed', 'error', 'error_description']) rest.delete(name);
        return rest;
      },
      { replace: true },
    );
  }, [failed, setParams]);
}
