import { type FormEvent, useId, useState } from 'react';
import { fullMoment } from '#contract/dates.ts';
import { PAYOUT_CANCEL_MINUTES, WITHDRAWAL_DUE_HOURS, WITHDRAWAL_MIN } from '#contract/limits.ts';
import { formatAmount, formatUsd, type Micros, parseUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

interface WithdrawDialogProps {
  canLeave: Micros;
  email: string;
  /** True if payouts are sent automatically by PayPal, false if they are sent by hand. */
  byPaypal: boolean;
  onClose: () => void;
}

/**
 * Asks for the amount to withdraw. The field is filled in with the largest possible amount, and keeps its
 * input after a refusal.
 */
export function WithdrawDialog({ canLeave, email, byPaypal, onClose }: WithdrawDialogProps) {
  const form = useId();
  const [text, setText] = useState(formatAmount(canLeave));
  const [rule, setRule] = useState<string>();
  const amount = parseUsd(text);
  const withdraw = useAction(routes.withdraw, {
    success: (payout) => {
      toast.success(
        'Withdrawal requested',
        `${formatUsd(payout.amountMicros)} will be sent to ${payout.destination} by ${fullMoment(payout.dueAt)}.`,
      );
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message, { id: 'withdraw' });
      setRule(error.message);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (withdraw.isPending) return;
    const broken = brokenRule(amount, canLeave);
    setRule(broken ?? undefined);
    if (!broken && amount !== null) withdraw.mutate({ body: { amountMicros: amount } });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Withdraw Funds"
      description={`We’ll send it to ${email} ${byPaypal ? 'via PayPal' : 'manually'} within ${WITHDRAWAL_DUE_HOURS} hours. You can cancel ${byPaypal ? `for ${PAYOUT_CANCEL_MINUTES} minutes` : 'until we pick it up'} in the history below.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={withdraw.isPending && 'Requesting...'}>
            Withdraw {amount === null ? '' : formatUsd(amount)}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field
          label="Amount"
          error={rule}
          hint={`From ${formatUsd(WITHDRAWAL_MIN)} up to ${formatUsd(canLeave)}, all that is available now.`}
        >
          <MoneyInput
            required
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setRule(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** Returns the first rule that an amount breaks, or null if it is valid. The server repeats the checks. */
function brokenRule(amount: Micros | null, canLeave: Micros): string | null {
  if (amount === null) return 'Enter an amount in dollars and whole cents, such as 12.50.';
  if (amount < WITHDRAWAL_MIN) return `The minimum withdrawal is ${formatUsd(WITHDRAWAL_MIN)}.`;
  return amount > canLeave ? `You can withdraw up to ${formatUsd(canLeave)} now.` : null;
}
