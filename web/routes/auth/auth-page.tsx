import { type ReactNode, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { type MemberRole, memberRoleSchema } from '#contract/accounts/accounts.ts';
import { DemoLogins } from '#web/features/accounts/demo-logins.tsx';
import { GoogleCodeForm } from '#web/features/accounts/google-code-form.tsx';
import { LoginForm } from '#web/features/accounts/login-form.tsx';
import { useSession } from '#web/features/accounts/session.ts';
import { emptySignUp, type SignedUp, SignUpForm } from '#web/features/accounts/sign-up-form.tsx';
import { useErrorForm } from '#web/features/accounts/use-error-form.ts';
import { VerifyNotice } from '#web/features/accounts/verify-notice.tsx';
import { signUpHead } from '#web/nouns/page-heads.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import { paths } from '../paths.ts';
import { ChooseRole } from './choose-role.tsx';
import { AuthLayout } from './layout.tsx';
import { linkedNext, readNext } from './next.ts';
import { RoleCards } from './role-cards.tsx';
import { useGoogleFailure } from './use-google-failure.ts';

/**
 * Shows sign-up, login, and the notice after sign-up. The address stores mode and role, so that Back and
 * reload keep them.
 */
export function AuthPage() {
  const { data: session, isPending } = useSession();
  const [params] = useSearchParams();
  const location = useLocation();
  const [sentTo, setSentTo] = useState<SignedUp | null>(null);
  const navigate = useNavigate();
  const next = readNext(location);
  const way = next ? { next } : {};
  useGoogleFailure();
  if (isPending) return <Spinner />;
  if (session?.user?.role) {
    const to = session.user.isDemo ? linkedNext(location) : next;
    return <Navigate to={to ?? paths.dashboard()} replace />;
  }
  if (session?.user) return <ChooseRole />;

  const toLogin = () => {
    setSentTo(null);
    navigate(paths.auth({ mode: 'login', ...way }), { state: location.state, replace: true });
  };
  const isLogin = params.get('mode') === 'login';
  if (sentTo && !isLogin) {
    return (
      <AuthLayout corner={<Corner login next={next} />}>
        <title>Check your email · Permille</title>
        <VerifyNotice signedUp={sentTo} next={next} demo={session?.demo ?? false} onBack={toLogin} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout corner={<Corner login={!isLogin} next={next} />}>
      {isLogin ? <Login next={next} /> : <SignUp next={next} onSignedUp={setSentTo} />}
      {session?.demo ? <DemoLogins /> : null}
    </AuthLayout>
  );
}

function Login({ next }: { next: string | null }) {
  const [params] = useSearchParams();
  if (params.get('code') === 'google')
    return (
      <>
        <title>Login · Permille</title>
        <h1 className="disp mb-4.5 text-2xl" tabIndex={-1}>
          One more step
        </h1>
        <GoogleCodeForm />
      </>
    );
  return (
    <>
      <title>Login · Permille</title>
      <h1 className="disp mb-4.5 text-2xl" tabIndex={-1}>
        Welcome back
      </h1>
      <LoginForm next={next} />
    </>
  );
}

interface SignUpProps {
  next: string | null;
  onSignedUp: (signUp: SignedUp) => void;
}

function SignUp({ next, onSignedUp }: SignUpProps) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const form = useErrorForm(emptySignUp);
  const [last, setLast] = useState<MemberRole>();
  const role = memberRoleSchema.safeParse(params.get('role')).data;
  const choose = (next: MemberRole | null) => {
    if (role) setLast(role);
    setParams(
      (old) => {
        if (next) old.set('role', next);
        else old.delete('role');
        return old;
      },
      { state },
    );
  };
  return (
    <>
      <PageMeta {...signUpHead} />
      <Step at={role ? 2 : 1}>{role ? 'Create your account' : 'Choose your account type'}</Step>
      {role ? (
        <SignUpForm
          role={role}
          form={form}
          next={next}
          onChangeRole={() => choose(null)}
          onSignedUp={onSignedUp}
        />
      ) : (
        <RoleCards chosen={last} onChoose={choose} />
      )}
    </>
  );
}

function Step({ at, children }: { at: 1 | 2; children: ReactNode }) {
  return (
    <>
      <p className="label">Step {at} of 2</p>
      <h1 className="disp mt-2 mb-4.5 text-2xl" tabIndex={-1}>
        {children}
      </h1>
    </>
  );
}

function Corner({ login, next }: { login: boolean; next: string | null }) {
  const { state } = useLocation();
  const way = next ? { next } : {};
  return (
    <>
      <span className="max-sm:hidden">{login ? 'Have an account?' : 'New here?'}</span>
      <Link
        to={paths.auth(login ? { mode: 'login', ...way } : way)}
        state={state}
        className={buttonStyle({ size: 'sm' })}
      >
        {login ? 'Login' : 'Sign Up'}
      </Link>
    </>
  );
}
