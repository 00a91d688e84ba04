import { Link } from 'react-router';
import { paths } from '#web/routes/paths.ts';

/**
 * The statement that a person confirms by submitting the form; the server stores it with the version of the
 * terms. With `rights` the host also confirms having the rights to the sources.
 */
export function Confirmation({ rights, press }: { rights: boolean; press: string }) {
  return (
    <p className="text-muted text-xs">
      By pressing {press} you confirm that you are 18 or older
      {rights ? ', that you hold the rights to the videos you offer,' : ''} and accept the{' '}
      <Link className="link" to={paths.terms()}>
        Terms of Service
      </Link>{' '}
      and the{' '}
      <Link className="link" to={paths.privacy()}>
        Privacy Policy
      </Link>
      .
    </p>
  );
}
