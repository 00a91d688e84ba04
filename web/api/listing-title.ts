import { listingRoutes } from '#contract/listings/listings.ts';
import { useRead } from './query.ts';

/** The title of a listing that may be in no loaded row; undefined until known, and for an empty id. */
export const useListingTitle = (id: string): string | undefined =>
  useRead(listingRoutes.showListing, { params: { id } }, { enabled: id !== '' }).data?.title;
