import type { ComponentProps } from 'react';
import { TextInput } from '#web/ui/forms/text-input.tsx';

/**
 * An input for six digits from an authenticator app, or for a backup code. Browsers suggest the code if they
 * know it.
 */
export const CodeInput = (props: Omit<ComponentProps<typeof TextInput>, 'type'>) => (
  <TextInput autoComplete="one-time-code" spellCheck={false} maxLength={20} {...props} />
);
