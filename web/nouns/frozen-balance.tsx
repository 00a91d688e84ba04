import { Link } from 'react-router';
import { Note } from '#web/ui/pages/note.tsx';

/**
 * Tells a host, before they enter an amount, that newly added money can't be spent either. `to` is the page
 * with the disputed payment.
 */
export function FrozenBalance({ to }: { to: string }) {
  return (
    <Note tone="warning" title="Your balance is frozen.">
      A bank questioned one of your payments or took it back. Until that is settled nothing can be put into
      listings, new funds included.{' '}
      <Link to={to} className="link">
        See which payment
      </Link>
    </Note>
  );
}
