import { useRef, useState } from 'react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { apiKeyRoutes } from '#contract/api-keys/api-keys.ts';
import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import { API_KEY_NAME_MAX } from '#contract/limits.ts';
import { useAction } from '#web/api/action.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { ExpiryField, USUAL_DAYS } from './expiry-field.tsx';
import { ScopeChoices } from './scope-choices.tsx';

interface NewKeyDialogProps {
  whose: MemberRole;
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Asks for the key's purpose, scopes and lifetime. */
export function NewKeyDialog({ whose, onMade, onClose }: NewKeyDialogProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>([]);
  const [days, setDays] = useState(USUAL_DAYS);
  const [wrong, setWrong] = useState<{ name?: string; scopes?: string }>({});
  const nameField = useRef<HTMLInputElement>(null);
  const scopesField = useRef<HTMLFieldSetElement>(null);
  /**
   * Shows the errors and focuses the first faulty field, because on a phone the other end of the form is out
   * of sight.
   */
  const show = (fault: { name?: string; scopes?: string }) => {
    setWrong(fault);
    (fault.name ? nameField : scopesField).current?.focus();
  };
  const make = useAction(apiKeyRoutes.createApiKey, {
    success: ({ secret }) => onMade(secret),
    error: (error) => toast.error(error.title, error.message, { id: 'api-keys' }),
  });
  const submit = () => {
    if (name.trim() === '') return show({ name: 'Enter a name, so that you know the key again.' });
    if (scopes.length === 0) return show({ scopes: 'Choose what the key may do.' });
    setWrong({});
    make.mutate({ body: { name: name.trim(), scopes: [...scopes], expiresInDays: Number(days) } });
  };
  return (
    <FormDialog
      title="New API key"
      description="Anyone who has the key can do what you choose here in your name."
      submitText="Make key"
      busy={make.isPending && 'Making...'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" hint="Such as the program that uses it." error={wrong.name}>
        <TextInput
          ref={nameField}
          autoComplete="off"
          maxLength={API_KEY_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <ScopeChoices
        whose={whose}
        chosen={scopes}
        error={wrong.scopes}
        focusRef={scopesField}
        onChange={setScopes}
      />
      <ExpiryField days={days} onChoose={setDays} />
    </FormDialog>
  );
}
