import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { paths } from '#web/routes/paths.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { CodeField } from './code-field.tsx';
import { describeFailure } from './failures.ts';
import { ContinueWithGoogle } from './google-button.tsx';
import { ContinueWithPasskey } from './passkey-buttons.tsx';
import { homeOf, type SessionUser } from './session.ts';

export interface SignInAgainProps {
  /** The person whose page is open. */
  user: SessionUser;
  /** True if another account has signed in in another tab. */
  stranger: boolean;
  /** The login page, where the person can sign in another way. */
  leave: { to: string; state?: unknown };
  /** The form for admins. Without it, members get the form for their way of signing in. */
  form?: ReactNode;
}

/**
 * Opens over a page whose session has ended. After signing in again the person continues on the same page.
 */
export function SignInAgain({ user, stranger, leave, form }: SignInAgainProps) {
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      closeButton={false}
      title="Sign in again"
      description={
        stranger
          ? 'Sign in as yourself to continue, or leave this page. Someone else signed in in this browser.'
          : 'Your session has ended. What you entered is still here.'
      }
    >
      {form ?? <Again user={user} />}
      <p className="mt-4">
        {stranger || user.role === 'admin' ? (
          <a href={stranger ? paths.dashboard() : leave.to} className="link">
            Leave this page
          </a>
        ) : (
          <Link to={leave.to} state={leave.state} className="link">
            Leave this page to sign in another way
          </Link>
        )}
      </p>
    </Dialog>
  );
}

function Again({ user }: { user: SessionUser }) {
  const { pathname, search } = useLocation();
  if (user.isDemo) return <DemoAgain user={user} />;
  return (
    <div className="flex flex-col gap-4">
      {user.hasPasskey ? <ContinueWithPasskey only={user} /> : null}
      {user.hasPassword ? (
        <PasswordAgain email={user.email} />
      ) : (
        <ContinueWithGoogle next={pathname + search} />
      )}
    </div>
  );
}

const failed = (error: ApiError) => {
  const { title, message } = describeFailure(error, 'Login');
  toast.error(title, message, { id: 'form' });
  return message;
};

function PasswordAgain({ email }: { email: string }) {
  const [password, setPassword] = useState('');
  /** Null until the server asks for the code of the second factor. */
  const [code, setCode] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<{ field: 'password' | 'code'; message: string }>();
  const login = useAction(routes.login, {
    error: (error) => {
      const aboutCode = error.code.startsWith('second_factor');
      if (aboutCode) setCode((typed) => typed ?? '');
      setRefusal({ field: aboutCode ? 'code' : 'password', message: failed(error) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') setRefusal({ field: 'password', message: 'Enter your password.' });
    else if (!login.isPending) login.mutate({ body: { email, password, ...(code ? { code } : {}) } });
  };
  const errorOf = (field: 'password' | 'code') => (refusal?.field === field ? refusal.message : undefined);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Email">
        <TextInput type="email" readOnly autoComplete="username" value={email} />
      </Field>
      <Field label="Password" error={errorOf('password')}>
        <PasswordInput
          autoFocus
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setRefusal(undefined);
          }}
        />
      </Field>
      {code === null ? null : (
        <CodeField
          error={errorOf('code')}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            setRefusal(undefined);
          }}
        />
      )}
      <Button type="submit" variant="primary" busy={login.isPending && 'Signing In...'}>
        Sign In
      </Button>
    </form>
  );
}

/**
 * Signs in to a demo account again. A reset replaces the demo's accounts and data, so this opens the
 * dashboard.
 */
function DemoAgain({ user }: { user: SessionUser }) {
  const login = useAction(routes.demoLogin, {
    error: failed,
    success: async () => {
      const now = (await call(routes.session, {})).user;
      if (now && now.id !== user.id) window.location.assign(homeOf(now.role));
    },
  });
  const role = user.role === 'host' ? 'host' : 'clipper';
  return (
    <button
      type="button"
      className={buttonStyle({ variant: 'primary' })}
      onClick={() => login.mutate({ body: { role } })}
    >
      Demo {role}
    </button>
  );
}
