import { listingRoutes } from '#contract/listings/listings.ts';
import { useRead } from './query.ts';

/** Finds a host's own listings by words of the title, while a picker is open. */
export function useOwnListings(search: string, isOpen: boolean) {
  const found = useRead(
    listingRoutes.hostListings,
    { query: search ? { search } : {} },
    { enabled: isOpen, placeholderData: (before) => before },
  );
  return { ...found, rows: found.data?.rows ?? [] };
}
