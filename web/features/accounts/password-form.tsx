import { accessText } from '#contract/accounts/account-access.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import type { ApiError } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { checkNewPassword } from './form-rules.ts';
import { useSession } from './session.ts';
import { useErrorForm } from './use-error-form.ts';

const empty = { current: '', password: '', confirmation: '', endsAccess: true };

/**
 * State of the form that sets the first password of a person who signs in with Google, or changes the current
 * one.
 */
function usePassword(isFirst: boolean) {
  const form = useErrorForm(empty);
  const done = (title: string) => () => {
    form.reset(empty);
    toast.success(title, 'All other sessions have been signed out.');
  };
  const error = (refused: ApiError) => {
    if (refused.code === 'login_failed') {
      const message = 'The current password is wrong.';
      toast.error('Password not updated', message, { id: 'form' });
      form.setError('current', { message }, { shouldFocus: true });
      return;
    }
    const title = refused.code === 'password_too_common' ? 'Password not updated' : refused.title;
    toast.error(title, refused.message, { id: 'form' });
    form.mark(refused);
  };
  const add = useAction(routes.addPassword, { success: done('Password set'), error });
  const change = useAction(routes.changePassword, { success: done('Password updated'), error });
  const submit = form.handleSubmit(({ current, endsAccess, ...chosen }) => {
    const broken = checkNewPassword(isFirst ? chosen : { current, ...chosen });
    const body = { ...chosen, keepAccess: !endsAccess };
    if (broken) form.showError(broken);
    else if (isFirst) add.mutate({ body });
    else change.mutate({ body: { current, ...body } });
  });
  return { form, submit, busy: add.isPending || change.isPending };
}

/**
 * The security settings of every role. A new password ends all other sessions. It also ends passkeys, API keys and
 * other access without a password, unless the person keeps that access.
 */
export function PasswordForm() {
  const isFirst = useSession().data?.user?.hasPassword === false;
  const access = useRead(routes.showAccountAccess, {});
  const acting = access.data
    ? accessText(access.data)
    : access.error && 'passkeys, API keys, webhook endpoints, and Discord links';
  const { form, submit, busy } = usePassword(isFirst);
  const { register, errorOf } = form;
  return (
    <Panel title="Security">
      <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4.5">
        {isFirst ? (
          <p className="text-muted">
            You sign in with Google. With a password you can also sign in by email and confirm what moves
            money without leaving the page.
          </p>
        ) : (
          <Field label="Current Password" error={errorOf('current')} className="w-full">
            <PasswordInput autoComplete="current-password" {...register('current')} />
          </Field>
        )}
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
        {acting ? (
          <Checkbox
            label={`Also end access that needs no password: ${acting}`}
            hint="This removes passkeys and turns off webhook endpoints and channels, which stay in your list. Untick it only if all of it is yours."
            {...register('endsAccess')}
          />
        ) : null}
        <Button type="submit" busy={busy && (isFirst ? 'Saving...' : 'Updating...')}>
          {isFirst ? 'Set Password' : 'Update Password'}
        </Button>
      </form>
    </Panel>
  );
}
