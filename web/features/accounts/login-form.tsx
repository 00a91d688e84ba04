import { useState } from 'react';
import { Link } from 'react-router';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { useAction } from '#web/api/action.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { CodeField } from './code-field.tsx';
import { describeFailure } from './failures.ts';
import { checkFilled } from './form-rules.ts';
import { GoogleButton } from './google-button.tsx';
import { mailedReturn } from './mailed-return.ts';
import { ContinueWithPasskey } from './passkey-buttons.tsx';
import { useErrorForm } from './use-error-form.ts';
import { useResend } from './use-resend.ts';

/** A form with email and password. The page redirects when it reads the new session. */
export function LoginForm({ next }: { next: string | null }) {
  const form = useErrorForm({ email: '', password: '', code: '' });
  const [asksForCode, setAsksForCode] = useState(false);
  const resend = useResend();
  const login = useAction(accountRoutes.login, {
    error: (error, { body }) => {
      if (error.code.startsWith('second_factor')) setAsksForCode(true);
      const { title, message } = describeFailure(error, 'Login');
      const again = {
        label: 'Send again',
        onPress: () =>
          resend.mutate({ body: { email: body.email, password: body.password, ...mailedReturn(next) } }),
      };
      const unverified = error.code === 'email_unverified';
      toast.error(title, message, { id: 'form', ...(unverified ? { action: again } : {}) });
      form.mark(error);
    },
  });
  const submit = form.handleSubmit(({ email, password, code }) => {
    const rule = checkFilled({ email, password });
    if (rule) form.showError(rule);
    else login.mutate({ body: { email: email.trim(), password, ...(code ? { code } : {}) } });
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <GoogleButton next={next}>
        <ContinueWithPasskey />
      </GoogleButton>
      <Field label="Email" error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="username" maxLength={254} {...form.register('email')} />
      </Field>
      <Field
        label="Password"
        error={form.errorOf('password')}
        aside={
          <Link to={paths.forgotPassword()} className="link">
            Forgot password?
          </Link>
        }
      >
        <PasswordInput
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          {...form.register('password')}
        />
      </Field>
      {asksForCode ? <CodeField error={form.errorOf('code')} {...form.register('code')} /> : null}
      <Button type="submit" variant="primary" size="lg" busy={login.isPending && 'Signing In...'}>
        Sign In
      </Button>
    </form>
  );
}
