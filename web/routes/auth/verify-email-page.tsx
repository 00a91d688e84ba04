import { useLocation, useSearchParams } from 'react-router';
import { Expired, VerifyLink } from '#web/features/accounts/verify-link.tsx';
import { ConfirmAddress } from '#web/features/notifications/mailed-link.tsx';
import { ToLogin } from './forgot-password-page.tsx';
import { AuthLayout } from './layout.tsx';
import { readNext } from './next.ts';

/**
 * The page that a mailed link opens, after a sign-up or to prove that mails arrive at an account's address.
 */
export function VerifyEmailPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const address = params.get('address');
  const next = readNext(useLocation());
  return (
    <AuthLayout corner={<ToLogin />}>
      <title>Verify your email · Permille</title>
      {address ? (
        <ConfirmAddress token={address} />
      ) : token ? (
        <VerifyLink token={token} next={next} />
      ) : (
        <Expired title="Link incomplete">This address is missing the code of the mailed link.</Expired>
      )}
    </AuthLayout>
  );
}
