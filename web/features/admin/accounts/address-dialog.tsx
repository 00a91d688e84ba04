import { useState } from 'react';
import type { AdminPerson } from '#contract/admin/admin-objects.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { PAYOUT_ADDRESS_WAIT_HOURS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { usePaymentEmail } from '../payment-email.tsx';
import { personName } from './person-name.ts';

/** Asks for the payment email of a banned person, who can't sign in to enter it. */
export function AddressDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const address = usePaymentEmail();
  const [isAdult, setIsAdult] = useState(false);
  return (
    <ActDialog
      route={adminRoutes.enterPayoutAddress}
      title={`Payment email of ${personName(person)}`}
      description={`It is used after ${PAYOUT_ADDRESS_WAIT_HOURS} hours. The person is notified by mail, at the old address too, and payouts that are not being paid yet go there instead.`}
      missing="Enter how you know that the address is theirs."
      hint="Such as the message in which the person gave the address. It is recorded in the audit log."
      confirmText="Enter address"
      input={(reason) => {
        const email = address.whole();
        return email === null ? undefined : { params: { id: person.id }, body: { email, reason, isAdult } };
      }}
      done={({ startedMicros }) => [
        'Payment email entered',
        startedMicros > 0n ? `A payout of ${formatUsd(startedMicros)} waits for it.` : undefined,
      ]}
      onClose={onClose}
    >
      {address.field}
      {person.isAdult ? null : (
        <Checkbox
          label="The person has confirmed to us to be 18 or older"
          checked={isAdult}
          onChange={(event) => setIsAdult(event.target.checked)}
        />
      )}
    </ActDialog>
  );
}
