import { ExploreList } from '#web/features/listings/explore-list.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { OptionalPart } from '#web/ui/pages/optional-part.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';

const SavedSearches = lazyPart(
  async () => (await import('#web/features/follows/saved-searches.tsx')).SavedSearches,
);
const SaveSearch = lazyPart(
  async () => (await import('#web/features/follows/saved-searches.tsx')).SaveSearch,
);

/**
 * Lists the open listings. `documentTitle` is null on the public page, which sets its metadata itself. It is
 * absent on the clipper's page, which also has saved searches.
 */
export function ExploreListings({ documentTitle }: { documentTitle?: null }) {
  return (
    <>
      <PageHeader
        title="Explore Listings"
        {...(documentTitle === null && { documentTitle })}
        meaning="Every listing is fully funded before it goes live. Only verified hosts can post."
      />
      <ExploreList
        {...(documentTitle === undefined && {
          offersCut: true,
          saved: (filters, open) => (
            <OptionalPart>
              <SavedSearches filters={filters} onOpen={open} />
            </OptionalPart>
          ),
          save: (filters) => (
            <OptionalPart>
              <SaveSearch filters={filters} />
            </OptionalPart>
          ),
        })}
      />
    </>
  );
}
