import { ExploreList } from '#web/features/listings/explore-list.tsx';
import { Extra } from '#web/ui/extra.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const SavedSearches = lazyPart(
  async () => (await import('#web/features/follows/saved-searches.tsx')).SavedSearches,
);

/**
 * `documentTitle` null: the public page, which sets its own metadata; absent: the clipper's page, with saved
 * searches.
 */
export function ExploreListings({ documentTitle }: { documentTitle?: null }) {
  return (
    <>
      <PageHeader
        title="Explore Listings"
        {...(documentTitle === null && { documentTitle })}
        meaning="Every listing here holds its budget already. New ones are posted by verified hosts."
      />
      <ExploreList
        {...(documentTitle === undefined && {
          saved: (filters, open) => (
            <Extra>
              <SavedSearches filters={filters} onOpen={open} />
            </Extra>
          ),
        })}
      />
    </>
  );
}
