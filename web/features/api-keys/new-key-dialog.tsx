import { type FormEvent, useId, useState } from 'react';
import type { MemberRole } from '#contract/accounts.ts';
import { apiKeyRoutes } from '#contract/api-keys.ts';
import { scopesOf } from '#contract/api-scope-texts.ts';
import type { ApiScope } from '#contract/api-scopes.ts';
import { API_KEY_NAME_MAX } from '#contract/limits.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.tsx';
import { ExpiryField, USUAL_DAYS } from './expiry-field.tsx';

interface NewKeyDialogProps {
  whose: MemberRole;
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Asks what the key is for and what it may do; each scope says so in a sentence. */
export function NewKeyDialog({ whose, onMade, onClose }: NewKeyDialogProps) {
  const form = useId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>([]);
  const [days, setDays] = useState(USUAL_DAYS);
  const [wrong, setWrong] = useState<{ name?: string; scopes?: string }>({});
  const make = useAction(apiKeyRoutes.createApiKey, {
    success: ({ secret }) => onMade(secret),
    error: (error) => toast.error(error.title, error.message, { id: 'api-keys' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (make.isPending) return;
    if (name.trim() === '') return setWrong({ name: 'Enter a name, so that you know the key again.' });
    if (scopes.length === 0) return setWrong({ scopes: 'Choose what the key may do.' });
    setWrong({});
    make.mutate({ body: { name: name.trim(), scopes: [...scopes], expiresInDays: Number(days) } });
  };
  const toggle = (scope: ApiScope, chosen: boolean) =>
    setScopes(chosen ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="New API key"
      description="Whoever has the key can do in your name what you choose here."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={make.isPending && 'Making...'}>
            Make key
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" hint="Such as the program that uses it." error={wrong.name}>
          <TextInput
            autoComplete="off"
            maxLength={API_KEY_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <fieldset className="flex flex-col gap-3" aria-describedby={wrong.scopes && `${form}-scopes`}>
          <legend className="mb-2 font-semibold text-sm">It may</legend>
          {scopesOf(whose).map(({ scope, title, allows }) => (
            <Checkbox
              key={scope}
              label={<span className="font-semibold">{title}</span>}
              hint={allows}
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
          ))}
          {wrong.scopes ? <FieldError id={`${form}-scopes`}>{wrong.scopes}</FieldError> : null}
        </fieldset>
        <ExpiryField days={days} onChoose={setDays} />
      </form>
    </Dialog>
  );
}
