import { listingRoutes } from '#contract/listings/listings.ts';
import { useRead } from './query.ts';

/**
 * Returns the title of a listing that may not be in a loaded row. Undefined until the title is loaded, and
 * for an empty id.
 */
export const useListingTitle = (id: string): string | undefined =>
  useRead(listingRoutes.showListing, { params: { id } }, { enabled: id !== '' }).data?.title;
