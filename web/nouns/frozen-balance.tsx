import { Link } from 'react-router';
import { Note } from '#web/ui/note.tsx';

/** Said before a host is asked for an amount: what is added now can't be spent either. `to`: where the payment is shown. */
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
