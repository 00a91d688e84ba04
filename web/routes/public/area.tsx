import type { ReactNode } from 'react';
import { useSession } from '#web/features/accounts/session.ts';
import { PublicLayout } from './layout.tsx';

/** The public room around its page, for visitors and for people who are signed in; by default the matched page. */
export function PublicArea({ children }: { children?: ReactNode }) {
  const { data } = useSession();
  return <PublicLayout signedIn={Boolean(data?.user)}>{children}</PublicLayout>;
}
