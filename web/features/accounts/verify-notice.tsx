import { MailCheck } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { MailTrouble } from './mail-trouble.tsx';
import type { SignedUp } from './sign-up-form.tsx';
import { useResend } from './use-resend.ts';

interface VerifyNoticeProps {
  signedUp: SignedUp;
  next: string | null;
  onBack: () => void;
}

/** Shown after sign-up: how to verify the email address, and what to do when no mail arrives. */
export function VerifyNotice({ signedUp, next, onBack }: VerifyNoticeProps) {
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
      <p className="text-muted">
        Nothing there? Check your spam folder. We send only a few mails an hour to one address.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="primary" onClick={onBack}>
          Back to Login
        </Button>
        <Button
          busy={resend.isPending && 'Sending...'}
          onClick={() => resend.mutate({ body: { ...signedUp, ...(next ? { returnTo: next } : {}) } })}
        >
          Send again
        </Button>
      </div>
    </div>
  );
}
