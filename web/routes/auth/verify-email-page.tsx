import { useLocation, useSearchParams } from 'react-router';
import { ConfirmEmail } from '#web/features/accounts/confirm-email.tsx';
import { Expired, VerifyLink } from '#web/features/accounts/verify-link.tsx';
import { ConfirmAddress } from '#web/features/notifications/mailed-link.tsx';
import { ToLogin } from './forgot-password-page.tsx';
import { AuthLayout } from './layout.tsx';
import { readNext } from './next.ts';

/**
 * The page that a mailed link opens: after a sign-up, to change an account's address, or to prove that mails
 * arrive at it.
 */
export function VerifyEmailPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const address = params.get('address');
  const change = params.get('change');
  const next = readNext(useLocation());
  return (
    <AuthLayout corner={<ToLogin />}>
      <title>Verify your email · Permille</title>
      {change ? (
        <ConfirmEmail token={change} />
      ) : address ? (
        <ConfirmAddress token={address} />
      ) : token ? (
        <VerifyLink token={token} next={next} />
      ) : (
        <Expired title="Link incomplete">This address is missing the code of the mailed link.</Expired>
      )}
    </AuthLayout>
  );
}
