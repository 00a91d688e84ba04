import type { AdminDeposit } from '#contract/admin/admin-deposits.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatAmount, formatUsd } from '#contract/money.ts';
import { ActDialog } from '../act-dialog.tsx';
import { bankReference, useReceived } from '../received.tsx';

interface DepositDialogProps {
  deposit: AdminDeposit;
  onClose: () => void;
}

const refundOf = ({ refundMicros, amountMicros }: AdminDeposit): string =>
  formatUsd(refundMicros ?? amountMicros);

const ofHost = ({ hostUsername, amountMicros }: AdminDeposit): string =>
  `@${hostUsername}, ${formatUsd(amountMicros)}`;

/** The acts that ask for a reason. `ofRefund` is true if the act is about the deposit's refund. */
const reasoned = {
  decline: {
    route: adminRoutes.declineDeposit,
    ofRefund: false,
    title: 'Decline deposit',
    done: 'Deposit declined',
    doneAs: 'info',
    about: (row: AdminDeposit) => `No transfer ${row.reference} is awaited any longer.`,
    hint: 'The host sees it.',
    danger: true,
  },
  lift: {
    route: adminRoutes.liftDepositFreeze,
    ofRefund: false,
    title: 'Lift freeze',
    done: 'Freeze lifted',
    doneAs: 'success',
    about: (row: AdminDeposit) =>
      `@${row.hostUsername} may spend and refund again, unless another payment is frozen.`,
    hint: 'It is recorded in the audit log.',
    danger: false,
  },
  'release-earnings': {
    route: adminRoutes.releaseDepositEarnings,
    ofRefund: false,
    title: 'Release earnings',
    done: 'Earnings released',
    doneAs: 'success',
    about: () =>
      'The bank took this deposit back. Clippers can withdraw what it paid them; the platform takes the loss.',
    hint: 'It is recorded in the audit log.',
    danger: false,
  },
  refund: {
    route: adminRoutes.refundOnBehalf,
    ofRefund: false,
    title: 'Refund deposit',
    done: 'Refund started',
    doneAs: 'success',
    about: (row: AdminDeposit) =>
      `@${row.hostUsername} is banned. The unspent part of this deposit goes back to where it came from.`,
    hint: 'It is recorded in the audit log.',
    danger: false,
  },
  'decline-refund': {
    route: adminRoutes.declineRefund,
    ofRefund: true,
    title: 'Decline refund',
    done: 'Refund declined',
    doneAs: 'info',
    about: (row: AdminDeposit) => `${refundOf(row)} stays on the balance of @${row.hostUsername}.`,
    hint: 'The host sees it.',
    danger: true,
  },
  'refund-failed': {
    route: adminRoutes.markRefundFailed,
    ofRefund: true,
    title: 'Refund failed',
    done: 'Refund failed',
    doneAs: 'info',
    about: (row: AdminDeposit) =>
      `${refundOf(row)} did not arrive and goes back to the balance of @${row.hostUsername}.`,
    hint: 'It is recorded in the audit log.',
    danger: true,
  },
} as const;
export type ReasonedAct = keyof typeof reasoned;

/** Asks for the reason of a decision on a deposit or its refund. */
export function DepositDialog({ deposit, act, onClose }: DepositDialogProps & { act: ReasonedAct }) {
  const { route, ofRefund, about, done, ...asked } = reasoned[act];
  const id = ofRefund ? (deposit.refundId ?? '') : deposit.id;
  return (
    <ActDialog
      {...asked}
      route={route}
      description={about(deposit)}
      missing="Enter a reason."
      confirmText={asked.title}
      input={(reason) => ({ params: { id }, body: { reason } })}
      done={() => [done, ofHost(deposit)]}
      onClose={onClose}
    />
  );
}

/** Asks for the reference and the amount of a transfer that has arrived. */
export function ConfirmDepositDialog({ deposit, onClose }: DepositDialogProps) {
  const received = useReceived(formatAmount(deposit.amountMicros));
  return (
    <ActDialog
      {...bankReference}
      route={adminRoutes.confirmBankDeposit}
      title="Confirm deposit"
      description={`The transfer ${deposit.reference} of @${deposit.hostUsername} has arrived. It can be confirmed once.`}
      confirmText="Confirm deposit"
      input={(text) => {
        const amountMicros = received.whole();
        return amountMicros === null
          ? undefined
          : { params: { id: deposit.id }, body: { bankReference: text, amountMicros } };
      }}
      done={({ creditedMicros, suspenseMicros }) => {
        const more = suspenseMicros > 0n ? `, ${formatUsd(suspenseMicros)} waits under Suspense` : '';
        return ['Deposit confirmed', `@${deposit.hostUsername}, ${formatUsd(creditedMicros)}${more}`];
      }}
      onClose={onClose}
    >
      {received.field}
    </ActDialog>
  );
}

/** Asks for the reference of the transfer that paid a refund. */
export const RefundPaidDialog = ({ deposit, onClose }: DepositDialogProps) => (
  <ActDialog
    {...bankReference}
    route={adminRoutes.markRefundPaid}
    title="Refund paid"
    description={`You have sent ${refundOf(deposit)} back to the account it came from.`}
    confirmText="Refund paid"
    input={(reference) => ({ params: { id: deposit.refundId ?? '' }, body: { reference } })}
    done={() => ['Refund paid', ofHost(deposit)]}
    onClose={onClose}
  />
);
