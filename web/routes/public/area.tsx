import { useSession } from '#web/features/accounts/session.ts';
import { PublicLayout } from './layout.tsx';

/** The public room around the matched page, for visitors and for people who are signed in. */
export function PublicArea() {
  const { data } = useSession();
  return <PublicLayout signedIn={Boolean(data?.user)} />;
}
