import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import type { AdminPayoutRow } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { PayoutEnd } from './payout-actions.tsx';

interface PayoutDialogProps {
  payout: AdminPayoutRow;
  end: PayoutEnd;
  onClose: () => void;
}

const reasons = {
  failed: {
    title: 'Mark failed',
    done: 'Payout failed',
    what: 'did not arrive. The amount becomes available to the clipper again.',
    missing: 'Enter why the payment failed.',
  },
  canceled: {
    title: 'Cancel payout',
    done: 'Payout canceled',
    what: 'does not leave. The amount becomes available to the clipper again.',
    missing: 'Enter why the payout is canceled.',
  },
  returned: {
    title: 'Mark returned',
    done: 'Payout returned',
    what: 'was paid and came back. The amount becomes available to the clipper again, and weekly payouts wait until the Payment Email changes.',
    missing: 'Enter why the payment came back.',
  },
};

/** Asks for the payment's reference, or for the reason why it failed. */
export function PayoutDialog({ payout, end, onClose }: PayoutDialogProps) {
  const amount = formatUsd(payout.amountMicros);
  const to = `${amount} to @${payout.clipperUsername} (${payout.destination})`;
  const on = {
    success: () => {
      if (end === 'paid') toast.success('Payout paid', to);
      else toast.info(reasons[end].done, to);
      onClose();
    },
  };
  const paid = useAction(routes.markPayoutPaid, on);
  const failed = useAction(routes.markPayoutFailed, on);
  const canceled = useAction(adminRoutes.cancelPayoutByAdmin, on);
  const returned = useAction(adminRoutes.returnPayout, on);
  const params = { id: payout.id };
  if (end === 'paid')
    return (
      <AskDialog
        title="Mark paid"
        description={`You have sent ${to}.`}
        label="Reference"
        missing="Enter the reference of the payment."
        hint="The payment's own number: the clipper sees it."
        line
        maxLength={200}
        confirmText="Mark paid"
        busy={paid.isPending && 'Saving...'}
        onConfirm={(reference) => paid.mutate({ params, body: { reference } })}
        onClose={onClose}
      />
    );
  const { title, what, missing } = reasons[end];
  const action = { failed, canceled, returned }[end];
  return (
    <AskDialog
      title={title}
      description={`${to} ${what}`}
      missing={missing}
      hint="The clipper sees it."
      confirmText={title}
      danger
      busy={action.isPending && 'Saving...'}
      onConfirm={(reason) => action.mutate({ params, body: { reason } })}
      onClose={onClose}
    />
  );
}
