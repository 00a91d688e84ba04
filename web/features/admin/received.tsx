import { useState } from 'react';
import { depositErrors } from '#contract/errors/deposits.ts';
import { type Micros, parseUsd } from '#contract/money.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';

/** The input of a dialog that asks for a transfer's reference. */
export const bankReference = {
  label: 'Bank reference',
  missing: 'Enter the reference of the transfer.',
  hint: 'The transfer’s own number on the statement.',
  line: true,
  maxLength: 100,
};

/**
 * Returns a field for the amount that arrived at the bank. `whole` returns the amount. If it is no amount,
 * `whole` shows an error at the field and returns null.
 */
export function useReceived(expected = '') {
  const [typed, setTyped] = useState(expected);
  const [error, setError] = useState<string>();
  return {
    whole(): Micros | null {
      const amountMicros = parseUsd(typed);
      if (amountMicros === null) setError(depositErrors.transfer_amount.detail);
      return amountMicros;
    },
    field: (
      <Field label="Amount received" error={error} hint="As on the bank’s statement.">
        <MoneyInput
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    ),
  };
}
