import { useParams } from 'react-router';
import { Listing } from '#web/features/admin/listings/listing.tsx';
import { paths } from '../paths.ts';
import { Trail } from './trail.tsx';

export function ListingPage() {
  const { id = '' } = useParams();
  return (
    <>
      <Trail to={paths.adminView('listings')} name="Listings" id={id} />
      <Listing key={id} id={id} />
    </>
  );
}
