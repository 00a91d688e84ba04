import { useParams } from 'react-router';
import { useSession } from '#web/features/accounts/session.ts';
import { ListingView } from '#web/features/listings/listing-view.tsx';

export function ListingPage() {
  const { id = '' } = useParams();
  const session = useSession();
  // If the session can't be loaded, the page is shown as to a visitor.
  const viewer = session.isError ? null : session.data?.user;
  return (
    <div className="mx-auto flex max-w-[1280px] flex-col gap-9 px-8 pt-7 pb-16 max-md:gap-5 max-md:px-4 max-md:pt-4">
      <ListingView id={id} viewer={viewer} />
    </div>
  );
}
