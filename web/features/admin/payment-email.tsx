import { useState } from 'react';
import { isWholeEmail } from '#web/nouns/whole-email.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

/**
 * Returns a field for the payment email of a person who can't sign in. `whole` returns the address. If
 * it is incomplete, `whole` shows an error at the field and returns null.
 */
export function usePaymentEmail() {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const email = typed.trim();
  return {
    email,
    whole(): string | null {
      if (isWholeEmail(email)) return email;
      setError('Enter a whole email address.');
      return null;
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
