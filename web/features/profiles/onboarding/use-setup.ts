import { type FormEvent, useState } from 'react';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { useUsernameCheck } from './use-username-check.ts';

/** State of the username step: its input, and *Complete Setup*, which saves the profile. */
export function useSetup(username: string | null, onSaved: () => void) {
  const check = useUsernameCheck(username ?? '');
  const [refused, setRefused] = useState<{ username: string; message: string } | null>(null);
  const save = useAction(routes.completeSetup, {
    success: onSaved,
    error: (error, { body }) => {
      const signedOut = error.code === 'unauthenticated';
      toast.error(
        'Error',
        signedOut ? 'Unable to get user information' : 'Failed to save profile. Please try again.',
        { id: 'form' },
      );
      if (error.code === 'username_taken') setRefused({ username: body.username, message: error.message });
    },
  });
  // The server's error is about the submitted name, so it disappears with the next edit.
  const error = check.error ?? (refused?.username === check.value ? refused.message : undefined);
  const blocked = check.state === 'bad' || error !== undefined;
  return {
    check,
    error,
    blocked,
    saving: save.isPending,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!blocked && !save.isPending) save.mutate({ body: { username: check.value } });
    },
  };
}
