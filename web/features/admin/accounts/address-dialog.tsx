import { useState } from 'react';
import type { AdminPerson } from '#contract/admin-objects.ts';
import { adminRoutes } from '#contract/admin-routes.ts';
import { PAYOUT_ADDRESS_WAIT_HOURS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { isWholeEmail } from '#web/nouns/whole-email.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.tsx';
import { refusedOrNoted } from '../agreements.tsx';
import { AskDialog } from '../ask-dialog.tsx';

/** Asks where a banned person is paid, who can't sign in to say so. */
export function AddressDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [isAdult, setIsAdult] = useState(false);
  const [error, setError] = useState<string>();
  const enter = useAction(adminRoutes.enterPayoutAddress, {
    success: ({ startedMicros }) => {
      toast.success(
        'Payment email entered',
        startedMicros > 0n ? `A payout of ${formatUsd(startedMicros)} waits for it.` : undefined,
      );
      onClose();
    },
    error: refusedOrNoted(onClose),
  });
  return (
    <AskDialog
      title={`Payment email of ${person.name}`}
      description={`It is used after ${PAYOUT_ADDRESS_WAIT_HOURS} hours. The person is told by mail, at the old address too, and payouts that nobody has picked up go there instead.`}
      missing="Enter how you know that the address is theirs."
      hint="Such as the message in which the person gave the address. It is recorded in the audit log."
      confirmText="Enter address"
      busy={enter.isPending && 'Saving...'}
      onConfirm={(reason) => {
        if (!isWholeEmail(email.trim())) setError('Enter a whole email address.');
        else enter.mutate({ params: { id: person.id }, body: { email: email.trim(), reason, isAdult } });
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
      {person.isAdult ? null : (
        <Checkbox
          label="The person has confirmed to us to be 18 or older"
          checked={isAdult}
          onChange={(event) => setIsAdult(event.target.checked)}
        />
      )}
    </AskDialog>
  );
}
