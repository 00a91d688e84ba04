import { type Ref, useId } from 'react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { scopesOf } from '#contract/api-keys/api-scope-texts.ts';
import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';

interface ScopeChoicesProps {
  whose: MemberRole;
  chosen: readonly ApiScope[];
  error: string | undefined;
  /** Receives the focus if the choice is invalid. */
  focusRef: Ref<HTMLFieldSetElement>;
  onChange: (chosen: ApiScope[]) => void;
}

/** The scopes of a key, each with a sentence about what it allows. */
export function ScopeChoices({ whose, chosen, error, focusRef, onChange }: ScopeChoicesProps) {
  const errorId = useId();
  const toggle = (scope: ApiScope, on: boolean) =>
    onChange(on ? [...chosen, scope] : chosen.filter((one) => one !== scope));
  return (
    <fieldset
      ref={focusRef}
      tabIndex={-1}
      className="flex scroll-mt-4 flex-col gap-3 outline-none"
      aria-describedby={error && errorId}
    >
      <legend className="mb-2 font-semibold text-sm">It may</legend>
      {scopesOf(whose).map(({ scope, title, allows }) => (
        <Checkbox
          key={scope}
          label={<span className="font-semibold">{title}</span>}
          hint={allows}
          checked={chosen.includes(scope)}
          onChange={(event) => toggle(scope, event.target.checked)}
        />
      ))}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}
