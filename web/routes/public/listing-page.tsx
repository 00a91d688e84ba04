import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { ListingView } from '#web/features/listings/listing-view.tsx';

export function ListingPage() {
  const { id = '' } = useParams();
  const session = useQuery(query(routes.session, {}));
  // Without an answer the page still reads as for a visitor.
  const viewer = session.isError ? null : session.data?.user;
  return (
    <div className="mx-auto flex max-w-[1280px] flex-col gap-9 px-8 pt-7 pb-16 max-md:gap-5 max-md:px-4 max-md:pt-4">
      <ListingView id={id} viewer={viewer} />
    </div>
  );
}
