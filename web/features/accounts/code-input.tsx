import type { ComponentProps } from 'react';
import { TextInput } from '#web/ui/text-input.tsx';

/** Six digits from an authenticator app; phones offer their number pad, browsers the code they know. */
export const CodeInput = (props: Omit<ComponentProps<typeof TextInput>, 'type'>) => (
  <TextInput inputMode="numeric" autoComplete="one-time-code" spellCheck={false} maxLength={20} {...props} />
);
