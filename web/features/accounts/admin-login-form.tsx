import { useState } from 'react';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { isFault } from '#web/api/client.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { CodeField } from './code-field.tsx';
import { checkFilled } from './form-rules.ts';
import { useErrorForm } from './use-error-form.ts';

/** The login form of admins; the server checks username and password. */
export function AdminLoginForm() {
  const form = useErrorForm({ username: '', password: '', code: '' });
  const [asksForCode, setAsksForCode] = useState(false);
  const login = useAction(routes.adminLogin, {
    success: () => toast.success('Login Successful', 'Welcome to the Admin Panel', { id: 'form' }),
    error: (error) => {
      const aboutCode = error.code.startsWith('second_factor');
      if (aboutCode) setAsksForCode(true);
      toast.error(
        isFault(error) ? 'Login Error' : aboutCode ? error.title : 'Login Failed',
        isFault(error) ? 'An unexpected error occurred.' : error.message,
        { id: 'form' },
      );
      form.mark(error);
    },
  });
  const submit = form.handleSubmit((values) => {
    const { code, password } = values;
    const username = values.username.trim();
    const rule = checkFilled({ username, password });
    if (rule) form.showError(rule);
    else login.mutate({ body: { username, password, ...(code ? { code } : {}) } });
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field label="Username" error={form.errorOf('username')}>
        <TextInput
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          {...form.register('username')}
        />
      </Field>
      <Field label="Password" error={form.errorOf('password')}>
        <PasswordInput
          required
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          {...form.register('password')}
        />
      </Field>
      {asksForCode ? <CodeField error={form.errorOf('code')} {...form.register('code')} /> : null}
      <Button type="submit" variant="primary" size="lg" busy={login.isPending && 'Signing In...'}>
        Access Admin Panel
      </Button>
    </form>
  );
}
