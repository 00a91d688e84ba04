import { useState } from 'react';
import type { z } from 'zod';
import { EMAIL_CHANGE_HOURS } from '#contract/accounts/email-change.ts';
import { PAYOUT_ADDRESS_WAIT_HOURS } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { MailTrouble } from './mail-trouble.tsx';
import type { SessionUser } from './session.ts';

/** Shows the address of the account, and a request for a new one that waits for the mailboxes. */
export function EmailField({ user }: { user: SessionUser }) {
  const [asking, setAsking] = useState(false);
  const waiting = useRead(routes.showEmailChange, {}).data?.waiting;
  return (
    <>
      <div className="flex items-end gap-3.5">
        <Field label="Email Address" className="min-w-0 flex-1">
          <TextInput type="email" readOnly value={user.email} />
        </Field>
        {user.isDemo ? null : (
          <Button className="h-10" aria-label="Change your email" onClick={() => setAsking(true)}>
            Change
          </Button>
        )}
      </div>
      <p className="-mt-3 text-muted text-sm">You sign in with this address.</p>
      {waiting ? <Waiting change={waiting} /> : null}
      {asking ? <ChangeDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function ChangeDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const ask = useAction(routes.requestEmailChange, {
    success: () => {
      toast.success('Two mails are on their way', 'Open the link in each of them.', { id: 'email' });
      onClose();
    },
    error: (error) => setRefusal(error.message),
  });
  return (
    <FormDialog
      title="Change your email address"
      description={`We mail a link to your current and to your new address. When you have opened both within ${EMAIL_CHANGE_HOURS} hours, the address changes, and payouts wait ${PAYOUT_ADDRESS_WAIT_HOURS} hours.`}
      submitText="Send the links"
      busy={ask.isPending && 'Sending...'}
      onClose={onClose}
      onSubmit={() => ask.mutate({ body: { email } })}
    >
      <MailTrouble />
      <Field
        label="New email address"
        error={refusal}
        hint="If you can no longer read mails at your current address, write to us through the contact form."
      >
        <TextInput
          autoFocus
          type="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setRefusal(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}

type Change = NonNullable<z.infer<typeof routes.showEmailChange.reply>['waiting']>;

function Waiting({ change: { email, waitsFor, expiresAt } }: { change: Change }) {
  const cancel = useAction(routes.cancelEmailChange, {
    success: () => toast.success('Request withdrawn', 'Your address stays as it is.', { id: 'email' }),
    error: (error) => toast.error(error.title, error.message, { id: 'email' }),
  });
  return (
    <Note
      title={`A change to ${email} waits.`}
      action={
        <Button size="sm" busy={cancel.isPending && 'Withdrawing...'} onClick={() => cancel.mutate({})}>
          Withdraw
        </Button>
      }
    >
      Open the link in the mail to your {waitsFor.join(' and to your ')} address until{' '}
      <MomentText at={expiresAt} />.
    </Note>
  );
}
