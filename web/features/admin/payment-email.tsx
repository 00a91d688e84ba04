import { useState } from 'react';
import { isWholeEmail } from '#web/nouns/whole-email.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

/**
 * Returns a field for the payment email of a person who can't sign in. `ifWhole` calls its argument with the
 * address, or shows an error at the field if the address is incomplete.
 */
export function usePaymentEmail() {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const email = typed.trim();
  return {
    email,
    ifWhole(send: (email: string) => void) {
      if (isWholeEmail(email)) send(email);
      else setError('Enter a whole email address.');
    },
    field: (
      <Field label="Payment Email" error={error}>
        <TextInput
          type="email"
          maxLength={127}
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
