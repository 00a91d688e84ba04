import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import type { AdminPayoutRow } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import { ActDialog } from '../act-dialog.tsx';

interface PayoutDialogProps {
  payout: AdminPayoutRow;
  onClose: () => void;
}

const ends = {
  failed: {
    route: routes.markPayoutFailed,
    title: 'Mark failed',
    done: 'Payout failed',
    what: 'did not arrive. The amount becomes available to the clipper again.',
    missing: 'Enter why the payment failed.',
  },
  canceled: {
    route: adminRoutes.cancelPayoutByAdmin,
    title: 'Cancel payout',
    done: 'Payout canceled',
    what: 'is not sent. The amount becomes available to the clipper again.',
    missing: 'Enter why the payout is canceled.',
  },
  returned: {
    route: adminRoutes.returnPayout,
    title: 'Mark returned',
    done: 'Payout returned',
    what: 'was paid and came back. The amount becomes available to the clipper again, and weekly payouts wait until the Payment Email changes.',
    missing: 'Enter why the payment came back.',
  },
};

const amountTo = ({ amountMicros, clipperUsername, destination }: AdminPayoutRow): string =>
  `${formatUsd(amountMicros)} to @${clipperUsername} (${destination})`;

/** Asks for the reason why a payout failed, is canceled or was returned. */
export function PayoutDialog({ payout, end, onClose }: PayoutDialogProps & { end: keyof typeof ends }) {
  const { route, title, done, what, missing } = ends[end];
  return (
    <ActDialog
      route={route}
      title={title}
      description={`${amountTo(payout)} ${what}`}
      missing={missing}
      hint="The clipper sees it."
      confirmText={title}
      danger
      input={(reason) => ({ params: { id: payout.id }, body: { reason } })}
      done={() => [done, amountTo(payout)]}
      doneAs="info"
      onClose={onClose}
    />
  );
}

/** Asks for the payment's reference. */
export const PaidDialog = ({ payout, onClose }: PayoutDialogProps) => (
  <ActDialog
    route={routes.markPayoutPaid}
    title="Mark paid"
    description={`You have sent ${amountTo(payout)}.`}
    label="Reference"
    missing="Enter the reference of the payment."
    hint="The payment's own number: the clipper sees it."
    line
    maxLength={200}
    confirmText="Mark paid"
    input={(reference) => ({ params: { id: payout.id }, body: { reference } })}
    done={() => ['Payout paid', amountTo(payout)]}
    onClose={onClose}
  />
);
