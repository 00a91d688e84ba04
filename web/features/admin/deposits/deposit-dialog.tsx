import { useState } from 'react';
import type { AdminDeposit } from '#contract/admin/admin-deposits.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { depositErrors } from '#contract/errors/deposits.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { formatAmount, formatUsd, parseUsd } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { refusedOrNoted } from '../agreements.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { DepositAction } from './deposit-decisions.tsx';

interface DepositDialogProps {
  deposit: AdminDeposit;
  action: DepositAction;
  onClose: () => void;
}

/** Asks for the input that a decision on a deposit needs: the bank's reference, or a reason. */
export function DepositDialog({ deposit, action, onClose }: DepositDialogProps) {
  const { done, kind } = words[action];
  const on = {
    success: () => {
      toast[kind](done, `@${deposit.hostUsername}, ${formatUsd(deposit.amountMicros)}`);
      onClose();
    },
    error: refusedOrNoted(onClose),
  };
  const [amount, setAmount] = useState(formatAmount(deposit.amountMicros));
  const [rule, setRule] = useState<string>();
  const confirm = useAction(adminRoutes.confirmBankDeposit, {
    ...on,
    success: ({ creditedMicros, suspenseMicros }) => {
      const more = suspenseMicros > 0n ? `, ${formatUsd(suspenseMicros)} waits under Suspense` : '';
      toast.success(done, `@${deposit.hostUsername}, ${formatUsd(creditedMicros)}${more}`);
      onClose();
    },
  });
  const decline = useAction(adminRoutes.declineDeposit, on);
  const lift = useAction(adminRoutes.liftDepositFreeze, on);
  const release = useAction(adminRoutes.releaseDepositEarnings, on);
  const onBehalf = useAction(adminRoutes.refundOnBehalf, on);
  const declineRefund = useAction(adminRoutes.declineRefund, on);
  const paid = useAction(adminRoutes.markRefundPaid, on);
  const failed = useAction(adminRoutes.markRefundFailed, on);
  const busy = [confirm, decline, lift, release, onBehalf, declineRefund, paid, failed].some(
    ({ isPending }) => isPending,
  );
  const params = { id: deposit.id };
  const refund = { id: deposit.refundId ?? '' };
  const confirmed = (bankReference: string) => {
    const amountMicros = parseUsd(amount);
    if (amountMicros === null) setRule(depositErrors.transfer_amount.detail);
    else confirm.mutate({ params, body: { bankReference, amountMicros } });
  };
  const acts: Record<DepositAction, (text: string) => void> = {
    confirm: confirmed,
    decline: (reason) => decline.mutate({ params, body: { reason } }),
    lift: (reason) => lift.mutate({ params, body: { reason } }),
    'release-earnings': (reason) => release.mutate({ params, body: { reason } }),
    refund: (reason) => onBehalf.mutate({ params, body: { reason } }),
    'decline-refund': (reason) => declineRefund.mutate({ params: refund, body: { reason } }),
    'refund-paid': (text) => paid.mutate({ params: refund, body: { reference: text } }),
    'refund-failed': (reason) => failed.mutate({ params: refund, body: { reason } }),
  };
  const reference = action === 'confirm' || action === 'refund-paid';
  return (
    <AskDialog
      title={words[action].title}
      description={words[action].about(deposit)}
      label={reference ? 'Bank reference' : 'Reason'}
      missing={reference ? 'Enter the reference of the transfer.' : 'Enter a reason.'}
      hint={reference ? 'The transfer’s own number on the statement.' : words[action].hint}
      line={reference}
      maxLength={reference ? 100 : NOTE_MAX}
      confirmText={words[action].title}
      danger={!reference && !['lift', 'refund', 'release-earnings'].includes(action)}
      busy={busy && 'Saving...'}
      onConfirm={acts[action]}
      onClose={onClose}
    >
      {action === 'confirm' ? (
        <Received amount={amount} rule={rule} onAmount={setAmount} onRule={setRule} />
      ) : null}
    </AskDialog>
  );
}

interface ReceivedProps {
  amount: string;
  /** The rule that the typed amount breaks; undefined if it breaks none. */
  rule: string | undefined;
  onAmount: (amount: string) => void;
  onRule: (rule: undefined) => void;
}

function Received({ amount, rule, onAmount, onRule }: ReceivedProps) {
  return (
    <Field label="Amount received" error={rule} hint="As on the bank’s statement.">
      <MoneyInput
        value={amount}
        onChange={(event) => {
          onAmount(event.target.value);
          onRule(undefined);
        }}
      />
    </Field>
  );
}

interface Words {
  title: string;
  /** Toast after the action. */
  done: string;
  kind: 'success' | 'info';
  about: (deposit: AdminDeposit) => string;
  hint: string;
}

const refundOf = ({ refundMicros, amountMicros }: AdminDeposit): string =>
  formatUsd(refundMicros ?? amountMicros);

const words: Record<DepositAction, Words> = {
  confirm: {
    title: 'Confirm deposit',
    done: 'Deposit confirmed',
    kind: 'success',
    about: (row) =>
      `The transfer ${row.reference} of @${row.hostUsername} has arrived. It can be confirmed once.`,
    hint: '',
  },
  decline: {
    title: 'Decline deposit',
    done: 'Deposit declined',
    kind: 'info',
    about: (row) => `No transfer ${row.reference} is awaited any longer.`,
    hint: 'The host sees it.',
  },
  lift: {
    title: 'Lift freeze',
    done: 'Freeze lifted',
    kind: 'success',
    about: (row) => `@${row.hostUsername} may spend and refund again, unless another payment is frozen.`,
    hint: 'It is recorded in the audit log.',
  },
  'release-earnings': {
    title: 'Release earnings',
    done: 'Earnings released',
    kind: 'success',
    about: () =>
      'The bank took this deposit back. Clippers can be paid what it had paid them; the platform bears the loss.',
    hint: 'It is recorded in the audit log.',
  },
  refund: {
    title: 'Refund deposit',
    done: 'Refund started',
    kind: 'success',
    about: (row) =>
      `@${row.hostUsername} is banned. What is unspent of this deposit goes back to where it came from.`,
    hint: 'It is recorded in the audit log.',
  },
  'decline-refund': {
    title: 'Decline refund',
    done: 'Refund declined',
    kind: 'info',
    about: (row) => `${refundOf(row)} stays on the balance of @${row.hostUsername}.`,
    hint: 'The host sees it.',
  },
  'refund-paid': {
    title: 'Refund paid',
    done: 'Refund paid',
    kind: 'success',
    about: (row) => `You have sent ${refundOf(row)} back to the account it came from.`,
    hint: '',
  },
  'refund-failed': {
    title: 'Refund failed',
    done: 'Refund failed',
    kind: 'info',
    about: (row) => `${refundOf(row)} did not arrive and goes back to the balance of @${row.hostUsername}.`,
    hint: 'It is recorded in the audit log.',
  },
};
