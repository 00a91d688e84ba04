import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PAYOUT_ADDRESS_WAIT_HOURS } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { keyOf } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/**
 * Confirms a new email address for the mailbox that got the link. Opening the page alone confirms nothing,
 * because security scanners open every link in a mail.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const client = useQueryClient();
  const confirm = useAction(routes.confirmEmailChange, {
    success: () => void client.invalidateQueries({ queryKey: keyOf(routes.session, {}) }),
    error: (error) => {
      if (error.code !== 'link_expired') toast.error(error.title, error.message, { id: 'confirm-email' });
    },
  });
  if (confirm.error?.code === 'link_expired')
    return (
      <Result title="This link does not work">
        It is incomplete, too old or already used, or a newer request replaced it. Settings, under Profile,
        shows whether a change still waits.
      </Result>
    );
  if (confirm.data?.waitsFor)
    return (
      <Result title="This mailbox is confirmed">
        Now open the link in the mail to your {confirm.data.waitsFor} address. Then the address changes.
      </Result>
    );
  if (confirm.data)
    return (
      <Result title="Your email address is changed">
        Sign in with the new address from now on. Payouts wait {PAYOUT_ADDRESS_WAIT_HOURS} hours.
      </Result>
    );
  return (
    <div className="flex flex-col items-start gap-4">
      <Title>Change your email address?</Title>
      <p className="text-muted">
        Confirm it only if you asked for this in Settings. If you did not, close this page: opening it did
        nothing.
      </p>
      <Button
        variant="primary"
        size="lg"
        busy={confirm.isPending && 'Confirming...'}
        onClick={() => confirm.mutate({ body: { token } })}
      >
        Confirm the change
      </Button>
    </div>
  );
}

const Title = ({ children }: { children: string }) => (
  <h1 className="disp text-2xl" tabIndex={-1}>
    {children}
  </h1>
);

const Result = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col items-start gap-4" role="status">
    <Title>{title}</Title>
    <p className="text-muted">{children}</p>
    <Link to={paths.dashboard()} className={buttonStyle({ size: 'lg' })}>
      Open Permille
    </Link>
  </div>
);
