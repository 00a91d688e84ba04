import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import type { AdminPayoutRow } from '#contract/payouts/payouts.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
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
  const resend = useAction(adminRoutes.resendPayout, {
    success: () => {
      toast.success('Payout sent again', `It goes to ${address.email}.`);
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
      onConfirm={(reason) =>
        address.ifWhole((email) => resend.mutate({ params: { id: payout.id }, body: { email, reason } }))
      }
      onClose={onClose}
    >
      {address.field}
    </AskDialog>
  );
}
