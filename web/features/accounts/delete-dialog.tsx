import { useState } from 'react';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { formatUsd, type Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { paths } from '#web/routes/paths.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import type { SessionUser } from './session.ts';

interface DeleteDialogProps {
  user: SessionUser;
  closing: { paysOutMicros: Micros; hasPassword: boolean };
  onClose: () => void;
}

/** State of the dialog's form: the input, its errors, and the deletion in progress. */
function useDeletion(name: string, hasPassword: boolean) {
  const [confirmation, setConfirmation] = useState('');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<{ name?: string; password?: string }>({});
  const close = useAction(routes.closeAccount, {
    success: () => window.location.assign(paths.home()),
    error: (error) => {
      const wrong = error.code === 'login_failed';
      toast.error(wrong ? 'Account not deleted' : error.title, error.message, { id: 'delete' });
      if (wrong) setRefusal({ password: error.message });
      if (error.code === 'confirmation_differs') setRefusal({ name: error.message });
    },
  });
  const submit = () => {
    if (confirmation.trim().replace(/^@/, '').toLowerCase() !== name)
      return setRefusal({ name: `Enter ${name} to confirm.` });
    if (hasPassword && password === '') return setRefusal({ password: 'Enter your password.' });
    setRefusal({});
    close.mutate({ body: { confirmation, ...(hasPassword ? { password } : {}) } });
  };
  // The form stays busy until the browser has left the page.
  const busy = close.isPending || close.isSuccess;
  return { confirmation, setConfirmation, password, setPassword, refusal, submit, busy };
}

/** Asks for the name and the password, then closes the account and loads another page. */
export function DeleteDialog({ user, closing, onClose }: DeleteDialogProps) {
  const name = user.username ?? user.email;
  const form = useDeletion(name, closing.hasPassword);
  return (
    <FormDialog
      title="Delete this account?"
      description="It is deleted at once, permanently. Export your data first if you want to keep any of it."
      submitText="Delete Account"
      danger
      busy={form.busy && 'Deleting...'}
      staysWhileBusy
      onSubmit={form.submit}
      onClose={onClose}
    >
      {closing.paysOutMicros > 0n ? (
        <p>
          {formatUsd(closing.paysOutMicros)} is paid out to your Payment Email. Less than a cent stays behind.
        </p>
      ) : null}
      <Field label={`Enter ${name} to confirm`} error={form.refusal.name}>
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={form.confirmation}
          onChange={(event) => form.setConfirmation(event.target.value)}
        />
      </Field>
      {closing.hasPassword ? (
        <Field label="Password" error={form.refusal.password}>
          <PasswordInput
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={form.password}
            onChange={(event) => form.setPassword(event.target.value)}
          />
        </Field>
      ) : null}
    </FormDialog>
  );
}
