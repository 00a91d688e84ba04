import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '#web/ui/toast.tsx';

/** Says once that Google sent the person back without a sign-in, and cleans the address. */
export function useGoogleFailure(): void {
  const [params, setParams] = useSearchParams();
  const failed = params.get('failed') === 'google';
  // The browser comes from another site: there is no event of ours to act on.
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
