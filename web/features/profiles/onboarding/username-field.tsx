import { CircleCheck } from 'lucide-react';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { profilePrefix } from './username.ts';

export interface UsernameFieldProps {
  value: string;
  onEdit: (typed: string) => void;
  hint: string;
  error?: string | undefined;
  /** True if the name was checked and is available. */
  free?: boolean;
  /** Focuses the input when it appears. */
  autoFocus?: boolean;
}

/** The input with a preview of the profile's address. */
export function UsernameField({ value, onEdit, hint, error, free, autoFocus }: UsernameFieldProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Username" hint={hint} error={error}>
        <TextInput
          prefix="@"
          autoFocus={autoFocus}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onEdit(event.target.value)}
          suffix={free ? <CircleCheck aria-hidden className="size-4.25 text-green" /> : null}
        />
      </Field>
      <div className="rounded-panel border border-well-line bg-well px-4 py-3.5 text-well-ink">
        <p className="text-well-muted text-xs">Your public profile</p>
        <p className="mt-1.5 break-all font-semibold text-md" role="status">
          <span className="text-well-muted">{profilePrefix()}</span>
          {value || 'username'}
        </p>
      </div>
    </div>
  );
}
