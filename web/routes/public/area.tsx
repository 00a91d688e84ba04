import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSignedIn } from '#web/features/accounts/signed-in.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { paths } from '../paths.ts';
import { PublicLayout } from './layout.tsx';
import { PhoneMenu } from './phone-menu.tsx';

/**
 * The public layout around a page, for visitors and signed-in people. By default the page is the matched one.
 */
export function PublicArea({ children }: { children?: ReactNode }) {
  return <PublicLayout entrance={<Entrance />}>{children}</PublicLayout>;
}

/**
 * Shows Login and Sign Up, or a link to the dashboard for a signed-in person, in the header and in a phone's
 * menu. This component reads the session itself. A state change further up would reach a page that is not
 * hydrated yet, and React would replace that page and lose everything typed into it.
 */
function Entrance() {
  const signedIn = useSignedIn();
  return (
    <>
      {signedIn ? (
        <Link to={paths.dashboard()} className={buttonStyle({ variant: 'ink' })}>
          Dashboard
        </Link>
      ) : (
        <>
          <Link to={paths.login()} className={`${buttonStyle({ variant: 'quiet' })} max-sm:hidden`}>
            Login
          </Link>
          <Link to={paths.auth()} className={buttonStyle({ variant: 'ink' })}>
            Sign Up
          </Link>
        </>
      )}
      <PhoneMenu signedIn={signedIn} />
    </>
  );
}
