import { useState } from 'react';
import { adminRoutes } from '#contract/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import type { AdminPayoutRow } from '#contract/payouts.ts';
import { useAction } from '#web/api/action.ts';
import { isWholeEmail } from '#web/nouns/whole-email.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

/** Sends a returned payout of a closed account again: asks for the address and how the operator knows it. */
export function ResendDialog({
  payout,
  onClose,
}: {
  payout: Pick<AdminPayoutRow, 'id' | 'amountMicros'>;
  onClose: () => void;
}) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const resend = useAction(adminRoutes.resendPayout, {
    success: () => {
      toast.success('Payout sent again', `It goes to ${email.trim()}.`);
      onClose();
    },
  });
  return (
    <AskDialog
      title="Send again"
      description={`The account is closed, and ${formatUsd(payout.amountMicros)} came back. All that is in suspense for it leaves, less what is owed.`}
      missing="Enter how you know that the address is theirs."
      hint="Such as the message in which its person gave the address."
      confirmText="Send again"
      busy={resend.isPending && 'Sending...'}
      onConfirm={(reason) => {
        if (!isWholeEmail(email.trim())) setError('Enter a whole email address.');
        else resend.mutate({ params: { id: payout.id }, body: { email: email.trim(), reason } });
      }}
      onClose={onClose}
    >
      <Field label="Payment Email" error={error}>
        <TextInput
          type="email"
          maxLength={127}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </AskDialog>
  );
}
