import { useSearchParams } from 'react-router';
import { OldLink, Unsubscribe } from '#web/features/notifications/mailed-link.tsx';
import { AuthLayout } from './layout.tsx';

/** The page that the link in a mail opens; the link contains the token. */
export function UnsubscribePage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  return (
    <AuthLayout>
      <title>Stop mails · Permille</title>
      {token ? <Unsubscribe token={token} /> : <OldLink />}
    </AuthLayout>
  );
}
