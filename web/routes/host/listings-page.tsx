import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { MyListings } from '#web/features/listings/host/my-listings.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';
import { useListingActs } from './use-listing-acts.tsx';

export function ListingsPage() {
  const { dialogs, ...acts } = useListingActs();
  return (
    <>
      <PageHeader
        title="My Listings"
        meaning="Status and budget of every listing."
        action={
          <Link to={paths.hostCreate()} className={buttonStyle({ variant: 'primary' })}>
            <Plus aria-hidden />
            Create New Listing
          </Link>
        }
      />
      <MyListings {...acts} />
      {dialogs}
    </>
  );
}
