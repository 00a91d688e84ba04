import { useLocation, useSearchParams } from 'react-router';
import { Expired, VerifyLink } from '#web/features/accounts/verify-link.tsx';
import { ToLogin } from './forgot-password-page.tsx';
import { AuthLayout } from './layout.tsx';
import { readNext } from './next.ts';

/** Opened from the mailed link, which carries the token. */
export function VerifyEmailPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const next = readNext(useLocation());
  return (
    <AuthLayout corner={<ToLogin />}>
      <title>Verify your email · Permille</title>
      {token ? (
        <VerifyLink token={token} next={next} />
      ) : (
        <Expired title="Link incomplete">This address is missing the code of the mailed link.</Expired>
      )}
    </AuthLayout>
  );
}
