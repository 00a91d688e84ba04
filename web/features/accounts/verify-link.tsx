import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { keyOf } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { useSession } from './session.ts';
import { useResend } from './use-resend.ts';

/**
 * The page of a mailed verification link. Opening the page changes nothing, because security scanners open
 * every link in a mail and run the page's scripts. Only pressing the button verifies the address.
 */
export function VerifyLink({ token, next }: { token: string; next: string | null }) {
  const { verify, password, refusal, type } = useVerify();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!verify.isPending) verify.mutate({ body: { token, ...(password === null ? {} : { password }) } });
  };
  if (verify.data) return verify.data.signedIn ? <SignedIn next={next} /> : <Verified next={next} />;
  if (verify.error?.code === 'link_expired')
    return <Expired title={verify.error.title}>{verify.error.message}</Expired>;
  return (
    <form className="flex flex-col items-start gap-4" onSubmit={submit}>
      {password === null ? (
        <>
          <Title>Verify your email</Title>
          <p className="text-muted">
            If you signed up, one press is left. If you did not, close this page: opening it did nothing.
          </p>
        </>
      ) : (
        <TypePassword next={next}>
          <Field label="Password" hint="The one you signed up with." error={refusal} className="w-full">
            <PasswordInput
              autoFocus
              required
              autoComplete="current-password"
              maxLength={PASSWORD_MAX}
              value={password}
              onChange={(event) => type(event.target.value)}
            />
          </Field>
        </TypePassword>
      )}
      <Button type="submit" variant="primary" size="lg" busy={verify.isPending && 'Verifying...'}>
        Verify my email
      </Button>
    </form>
  );
}

/** State of the verification. `password` is null until the server asks for it. */
function useVerify() {
  const client = useQueryClient();
  const [password, setPassword] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const verify = useAction(routes.verifyEmail, {
    success: ({ signedIn }) => {
      if (signedIn) void client.resetQueries({ queryKey: keyOf(routes.session, {}) });
    },
    error: (error) => {
      if (error.code === 'sign_up_password_required') setPassword('');
      else if (error.code === 'login_failed') setRefusal(error.message);
      else if (error.code !== 'link_expired') toast.error(error.title, error.message, { id: 'form' });
    },
  });
  const type = (typed: string) => {
    setPassword(typed);
    setRefusal(undefined);
  };
  return { verify, password, refusal, type };
}

/** Asks for the password, in a browser that did not sign up. */
function TypePassword({ next, children }: { next: string | null; children: ReactNode }) {
  return (
    <>
      <Title>Enter your password</Title>
      <p className="text-muted">
        This browser has not signed up with this address. If you signed up in another one, enter the password
        you chose there. If you have not signed up yet,{' '}
        <Link to={paths.auth(next ? { next } : {})} className="link">
          sign up
        </Link>{' '}
        first: this link then works for your sign-up too. Otherwise close this page: nobody can then open an
        account with your address.
      </p>
      {children}
    </>
  );
}

const Title = ({ children }: { children: ReactNode }) => (
  <h1 className="disp text-2xl" tabIndex={-1}>
    {children}
  </h1>
);

/** Says that the address is verified, in the browser that the link signed in. */
function SignedIn({ next }: { next: string | null }) {
  return (
    <div className="flex flex-col items-start gap-4" role="status">
      <Title>Your email is verified</Title>
      <p className="text-muted">Your account is open, and you are signed in.</p>
      <Link
        to={next ?? paths.dashboard()}
        replace
        className={buttonStyle({ variant: 'primary', size: 'lg' })}
      >
        Continue
      </Link>
    </div>
  );
}

/** Says that the address is verified, in a browser that the link did not sign in. */
function Verified({ next }: { next: string | null }) {
  const { data: session, isPending } = useSession();
  if (isPending) return <Spinner />;
  const isTaken = Boolean(session?.user);
  return (
    <div className="flex flex-col items-start gap-4" role="status">
      <h1 className="disp text-2xl" tabIndex={-1}>
        Your email is verified
      </h1>
      <p className="text-muted">
        {isTaken
          ? 'Your account is open. Sign out of the other account in this browser first, then sign in with your email and password.'
          : 'Your account is open. Sign in with your email and password.'}
      </p>
      <Link
        to={isTaken ? paths.dashboard() : paths.auth({ mode: 'login', ...(next ? { next } : {}) })}
        className={buttonStyle({ variant: 'primary', size: 'lg' })}
      >
        {isTaken ? 'To the account that is signed in' : 'Login'}
      </Link>
    </div>
  );
}

/** Shown for a used or expired link. The password of the sign-up can request a new link. */
export function Expired({ title, children }: { title: string; children: ReactNode }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const resend = useResend();
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        resend.mutate({ body: { email: email.trim(), password } });
      }}
    >
      <h1 className="disp text-2xl" tabIndex={-1}>
        {title}
      </h1>
      <p className="text-muted">
        {children} Already verified?{' '}
        <Link to={paths.login()} className="link">
          Sign in
        </Link>
        .
      </p>
      <Field label="Email">
        <TextInput
          type="email"
          required
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label="Password" hint="The one you signed up with.">
        <PasswordInput
          required
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={resend.isPending && 'Sending...'}>
        Send a new link
      </Button>
    </form>
  );
}
