import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { depositErrors } from '#contract/errors/deposits.ts';
import { formatUsd, parseUsd, ZERO_MICROS } from '#contract/money.ts';
import { useAction } from '#web/api/action.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { refusedOrNoted } from '../agreements.tsx';
import { AskDialog } from '../ask-dialog.tsx';

/** Records a transfer from the bank’s statement whose reference matches no deposit. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const [amount, setAmount] = useState('');
  const [rule, setRule] = useState<string>();
  const amountMicros = parseUsd(amount);
  const record = useAction(adminRoutes.recordTransfer, {
    success: () => {
      toast.success('Transfer recorded', `${formatUsd(amountMicros ?? ZERO_MICROS)} waits in suspense.`);
      onClose();
    },
    error: refusedOrNoted(onClose),
  });
  return (
    <AskDialog
      title="Record a transfer"
      description="It arrived at the bank without naming a deposit. It stays here until you know whose it is. Transfers that name a deposit are confirmed under Deposits."
      label="Bank reference"
      missing="Enter the reference of the transfer."
      hint="The transfer’s own number on the statement."
      line
      maxLength={100}
      confirmText="Record"
      busy={record.isPending && 'Saving...'}
      onConfirm={(bankReference) => {
        if (amountMicros === null) setRule(depositErrors.transfer_amount.detail);
        else record.mutate({ body: { bankReference, amountMicros } });
      }}
      onClose={onClose}
    >
      <Field label="Amount received" error={rule} hint="As on the bank’s statement.">
        <MoneyInput
          value={amount}
          onChange={(event) => {
            setAmount(event.target.value);
            setRule(undefined);
          }}
        />
      </Field>
    </AskDialog>
  );
}
