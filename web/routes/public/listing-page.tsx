import { useParams } from 'react-router';
import { useSession } from '#web/features/accounts/session.ts';
import { ListingView } from '#web/features/listings/listing-view.tsx';
import { ReadingWidth } from './reading-width.tsx';

export function ListingPage() {
  const { id = '' } = useParams();
  const session = useSession();
  // If the session can't be loaded, the page is shown as to a visitor.
  const viewer = session.isError ? null : session.data?.user;
  return (
    <ReadingWidth>
      <ListingView id={id} viewer={viewer} />
    </ReadingWidth>
  );
}
