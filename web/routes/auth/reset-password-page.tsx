import { Link, useNavigate, useSearchParams } from 'react-router';
import { ResetForm } from '#web/features/accounts/reset-form.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { paths } from '../paths.ts';
import { ToLogin } from './forgot-password-page.tsx';
import { AuthLayout } from './layout.tsx';

/** The page that a mailed link opens; the link contains the token. */
export function ResetPasswordPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const token = params.get('token');
  return (
    <AuthLayout corner={<ToLogin />}>
      <title>Set a new password · Permille</title>
      <h1 className="disp mb-4.5 text-2xl" tabIndex={-1}>
        Set a new password
      </h1>
      {token ? (
        <ResetForm token={token} onDone={() => navigate(paths.login())} />
      ) : (
        <p className="mb-4.5 text-muted">
          This address is missing the code of the mailed link. Open the link again, or ask for a new one.
        </p>
      )}
      <p className="mt-4">
        <Link to={paths.forgotPassword()} className={token ? 'link' : buttonStyle({ variant: 'primary' })}>
          Ask for a new link
        </Link>
      </p>
    </AuthLayout>
  );
}
