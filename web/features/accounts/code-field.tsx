import type { ComponentProps } from 'react';
import { Field } from '#web/ui/forms/field.tsx';
import { CodeInput } from './code-input.tsx';

/** Asks for the second step of a sign-in, or of a confirmation of the identity. */
export const CodeField = ({
  error,
  ...input
}: { error: string | undefined } & ComponentProps<typeof CodeInput>) => (
  <Field
    label="Code from your authenticator app"
    hint="Without the app, enter one of your backup codes."
    error={error}
  >
    <CodeInput autoFocus {...input} />
  </Field>
);
