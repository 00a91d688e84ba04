import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toast.tsx';
import { checkNewPassword } from './form-rules.ts';
import { useErrorForm } from './use-error-form.ts';

const empty = { current: '', password: '', confirmation: '' };

/** Security of both roles: a new password ends every other session. */
export function PasswordForm() {
  const form = useErrorForm(empty);
  const { register, handleSubmit, reset, showError, mark, errorOf, setError } = form;
  const change = useAction(routes.changePassword, {
    success: () => {
      reset(empty);
      toast.success('Password updated', 'All other sessions have been signed out.');
    },
    error: (error) => {
      if (error.code === 'login_failed') {
        const message = 'The current password is wrong.';
        toast.error('Password not updated', message, { id: 'form' });
        setError('current', { message }, { shouldFocus: true });
        return;
      }
      toast.error(
        error.code === 'password_too_common' ? 'Password not updated' : error.title,
        error.message,
        { id: 'form' },
      );
      mark(error);
    },
  });
  const submit = handleSubmit((values) => {
    const broken = checkNewPassword(values);
    if (broken) showError(broken);
    else change.mutate({ body: values });
  });
  return (
    <Panel title="Security">
      <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4.5">
        <Field label="Current Password" error={errorOf('current')} className="w-full">
          <PasswordInput autoComplete="current-password" {...register('current')} />
        </Field>
        <Field
          label="New Password"
          error={errorOf('password')}
          hint="At least 6 characters."
          className="w-full"
        >
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Field label="Confirm Password" error={errorOf('confirmation')} className="w-full">
          <PasswordInput autoComplete="new-password" {...register('confirmation')} />
        </Field>
        <Button type="submit" busy={change.isPending && 'Updating...'}>
          Update Password
        </Button>
      </form>
    </Panel>
  );
}
