import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import type { AdminPayoutRow } from '#contract/payouts/payouts.ts';
import { ActDialog } from '../act-dialog.tsx';
import { usePaymentEmail } from '../payment-email.tsx';

/** Sends a returned payout of a closed account again: asks for the address and how the operator knows it. */
export function ResendDialog({
  payout,
  onClose,
}: {
  payout: Pick<AdminPayoutRow, 'id' | 'amountMicros'>;
  onClose: () => void;
}) {
  const address = usePaymentEmail();
  return (
    <ActDialog
      route={adminRoutes.resendPayout}
      title="Send again"
      description={`The account is closed, and ${formatUsd(payout.amountMicros)} came back. We send all that is in suspense for it, less what is owed.`}
      missing="Enter how you know that the address is theirs."
      hint="Such as the message in which its person gave the address."
      confirmText="Send again"
      busy="Sending..."
      input={(reason) => {
        const email = address.whole();
        return email === null ? undefined : { params: { id: payout.id }, body: { email, reason } };
      }}
      done={() => ['Payout sent again', `It goes to ${address.email}.`]}
      onClose={onClose}
    >
      {address.field}
    </ActDialog>
  );
}
