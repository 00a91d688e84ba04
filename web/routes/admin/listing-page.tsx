import { listing } from '#web/features/admin/listings/listing.tsx';
import { ObjectPage } from '#web/features/admin/object-page.tsx';

export const ListingPage = () => <ObjectPage of={listing} />;
