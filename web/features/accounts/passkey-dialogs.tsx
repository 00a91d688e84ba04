import { useState } from 'react';
import { type PasskeyRow, passkeyRoutes } from '#contract/accounts/passkeys.ts';
import { PASSKEY_NAME_MAX } from '#contract/limits.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

interface PasskeyDialogProps {
  row: PasskeyRow;
  onClose: () => void;
}

const ID = 'passkeys';

export function RenamePasskey({ row, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(row.name);
  const [wrong, setWrong] = useState<string>();
  const rename = useAction(passkeyRoutes.renamePasskey, {
    success: () => {
      toast.success('Passkey renamed', undefined, { id: ID });
      onClose();
    },
    error: (error) => setWrong(error.message),
  });
  const submit = () => {
    if (name.trim() === '') setWrong('Enter a name to recognize this passkey by.');
    else rename.mutate({ params: { id: row.id }, body: { name: name.trim() } });
  };
  return (
    <FormDialog
      title="Rename passkey"
      submitText="Rename"
      busy={rename.isPending && 'Renaming...'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" hint="Such as the device or password manager that has it." error={wrong}>
        <TextInput
          autoFocus
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setWrong(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}

export function RemovePasskey({ row, onClose }: PasskeyDialogProps) {
  const remove = useAction(passkeyRoutes.removePasskey, {
    success: () => {
      toast.success('Passkey removed', `${row.name} no longer signs you in.`, { id: ID });
      onClose();
    },
    error: (error: ApiError) => {
      toast.error(error.title, error.message, { id: ID });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Remove ${row.name}?`}
      description="It no longer signs you in. Your device or password manager may still offer it; delete it there too."
      confirmText="Remove passkey"
      danger
      busy={remove.isPending && 'Removing...'}
      onConfirm={() => remove.mutate({ params: { id: row.id } })}
    />
  );
}
