import { MailCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { MailTrouble } from './mail-trouble.tsx';
import { mailedReturn } from './mailed-return.ts';
import type { SignedUp } from './sign-up-form.tsx';
import { useResend } from './use-resend.ts';

interface VerifyNoticeProps {
  signedUp: SignedUp;
  next: string | null;
  /** True on a demo, which may not send mails. */
  demo: boolean;
  onBack: () => void;
}

/** Shown after sign-up: how to verify the email address, and what to do when no mail arrives. */
export function VerifyNotice({ signedUp, next, demo, onBack }: VerifyNoticeProps) {
  const resend = useResend();
  return (
    <div className="flex flex-col items-start gap-4">
      <MailCheck aria-hidden className="size-9 stroke-[1.5]" />
      <h1 className="disp text-2xl" tabIndex={-1}>
        Check your email
      </h1>
      <p className="text-muted">
        Please check your email to verify your account. The link goes to{' '}
        <b className="break-all font-semibold text-ink">{signedUp.email}</b> and works for 24 hours.
      </p>
      <MailTrouble />
      {demo ? (
        <DemoMail signedUp={signedUp} next={next} />
      ) : (
        <p className="text-muted">
          Nothing there? Check your spam folder. We send only a few mails an hour to one address. Any link
          that we mailed you there in the last 24 hours works for this sign-up too.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="primary" onClick={onBack}>
          Back to Login
        </Button>
        <Button
          busy={resend.isPending && 'Sending...'}
          onClick={() => resend.mutate({ body: { ...signedUp, ...mailedReturn(next) } })}
        >
          Send again
        </Button>
      </div>
    </div>
  );
}

/** Shows the verification link of a demo that sends no mails. */
function DemoMail({ signedUp, next }: Pick<VerifyNoticeProps, 'signedUp' | 'next'>) {
  const navigate = useNavigate();
  const open = useAction(accountRoutes.openDemoMail, {
    success: ({ link }) => navigate(link),
    error: (error) =>
      error.code === 'not_found'
        ? toast.error('The mail has left', 'This demo sends its mails: look into your mailbox.')
        : toast.error(error.title, error.message),
  });
  return (
    <Note
      title="This is a demo."
      action={
        <Button
          size="sm"
          busy={open.isPending && 'Opening...'}
          onClick={() => open.mutate({ body: { ...signedUp, ...mailedReturn(next) } })}
        >
          Open my mail
        </Button>
      }
    >
      Where it sends no mails, you can open yours here.
    </Note>
  );
}
