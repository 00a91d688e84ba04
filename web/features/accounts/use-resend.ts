import { accountRoutes } from '#contract/accounts/accounts.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Returns a call that mails the verification link again. */
export const useResend = () =>
  useAction(accountRoutes.resendVerification, {
    success: () =>
      toast.success(
        'Link sent',
        'If a sign-up with this email and password waits for verification, a new link is on its way.',
        {
          id: 'form',
        },
      ),
    error: (error) => toast.error(error.title, error.message, { id: 'form' }),
  });
