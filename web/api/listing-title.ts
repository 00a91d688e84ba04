import { listingRoutes } from '#contract/listings.ts';
import { useRead } from './query.ts';

/** The title of this listing, which no loaded row may name; undefined until known, and for an empty id. */
export const useListingTitle = (id: string): string | undefined =>
  useRead(listingRoutes.showListing, { params: { id } }, { enabled: id !== '' }).data?.title;
