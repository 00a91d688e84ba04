import type { ReactNode } from 'react';
import { useSignedIn } from '#web/features/accounts/signed-in.ts';
import { PublicLayout } from './layout.tsx';

/** The public room around its page, for visitors and for people who are signed in; by default the matched page. */
export function PublicArea({ children }: { children?: ReactNode }) {
  return <PublicLayout signedIn={useSignedIn()}>{children}</PublicLayout>;
}
