import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';

/** Explains why the balance is frozen: the bank disputes a payment or took it back. */
export function FrozenNote() {
  const { data, isPending } = useRead(routes.depositRails, {});
  if (isPending)
    return (
      <Loading>
        <Skeleton />
      </Loading>
    );
  if (!data?.frozen) return null;
  return (
    <Note tone="warning" title="Your balance is frozen.">
      The bank questioned one of your payments or took it back. Until that is settled, your balance can't be
      put into listings or refunded.{' '}
      {data.earningsWait
        ? 'Earnings of approved clips are set aside and paid once the bank has decided. Clippers keep what they already have.'
        : 'Approved clips keep earning.'}{' '}
      The deposit below says which payment it is.{' '}
      <Link to={paths.contact()} className="link">
        Write to support
      </Link>
    </Note>
  );
}
