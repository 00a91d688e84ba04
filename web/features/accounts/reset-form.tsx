import { useQueryClient } from '@tanstack/react-query';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { checkNewPassword } from './form-rules.ts';
import { useErrorForm } from './use-error-form.ts';

/** Sets a new password with the token of a mailed link. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useErrorForm({ password: '', confirmation: '' });
  const client = useQueryClient();
  const reset = useAction(routes.resetPassword, {
    success: () => {
      // The reset ended every session, including this browser's. With a cached session its pages would be
      // shown again.
      client.removeQueries();
      toast.success('Password changed', 'Sign in with the new password. Other devices were signed out.');
      onDone();
    },
    error: (error) => {
      const title = error.code === 'password_too_common' ? 'Choose another password' : error.title;
      toast.error(title, error.message, { id: 'form' });
      form.mark(error);
    },
  });
  const submit = form.handleSubmit((values) => {
    const rule = checkNewPassword(values);
    if (rule) form.showError(rule);
    else reset.mutate({ body: { token, ...values } });
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field label="New password" hint="6 characters or more." error={form.errorOf('password')}>
        <PasswordInput autoComplete="new-password" maxLength={PASSWORD_MAX} {...form.register('password')} />
      </Field>
      <Field label="Confirm new password" error={form.errorOf('confirmation')}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          {...form.register('confirmation')}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={reset.isPending && 'Saving...'}>
        Set password
      </Button>
    </form>
  );
}
