import { Link } from 'react-router';
import { ForgotForm } from '#web/features/accounts/forgot-form.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { paths } from '../paths.ts';
import { AuthLayout } from './layout.tsx';

export function ForgotPasswordPage() {
  return (
    <AuthLayout corner={<ToLogin />}>
      <title>Forgot password · Permille</title>
      <h1 className="disp text-2xl" tabIndex={-1}>
        Forgot your password?
      </h1>
      <p className="mt-2 mb-4.5 text-muted">Enter your email. We send a link to set a new one.</p>
      <ForgotForm />
    </AuthLayout>
  );
}

export function ToLogin() {
  return (
    <Link to={paths.login()} className={buttonStyle({ size: 'sm' })}>
      Login
    </Link>
  );
}
