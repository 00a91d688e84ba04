import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { ApiError, call } from '#web/api/client.ts';
import { keyOf } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { NotLoaded } from '#web/ui/query-state.tsx';
import { Loading, Skeleton, Spinner } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useSession } from './session.ts';
import { useResend } from './use-resend.ts';

/** Uses the token of a mailed link when the page opens, only once even if it renders several times. */
export function VerifyLink({ token, next }: { token: string; next: string | null }) {
  const client = useQueryClient();
  const found = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      const reply = await call(routes.verifyEmail, { body: { token } });
      if (reply.signedIn) {
        void client.resetQueries({ queryKey: keyOf(routes.session, {}) });
        toast.success('Your email is verified', 'You are signed in.');
      }
      return reply;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error } = found;
  if (data)
    return data.signedIn ? <Navigate to={next ?? paths.dashboard()} replace /> : <Verified next={next} />;
  if (error instanceof ApiError && error.code === 'link_expired')
    return <Expired title={error.title}>{error.message}</Expired>;
  if (error) return <NotLoaded of={found} failed="Your email is not verified yet." />;
  return (
    <Loading label="Verifying your email">
      <h1 className="disp mb-4.5 text-2xl">Verifying your email</h1>
      <Skeleton className="h-3.5 w-3/5" />
    </Loading>
  );
}

/** In another browser than the one that signed up, or where somebody is signed in already. */
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
          ? 'Your account is open. Somebody is signed in to another account in this browser: sign out there first, then sign in with your email and password.'
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

/** For a used or expired link: with the password of the sign-up a new one can be requested. */
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
        {children} If you verified already,{' '}
        <Link to={paths.login()} className="link">
          sign in
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
