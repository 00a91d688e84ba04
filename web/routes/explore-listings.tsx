import { ExploreList } from '#web/features/listings/explore-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `documentTitle` null: the page gives its own metadata. */
export function ExploreListings({ documentTitle }: { documentTitle?: null }) {
  return (
    <>
      <PageHeader
        title="Explore Listings"
        {...(documentTitle === null && { documentTitle })}
        meaning="Every listing here holds its budget already. New ones are posted by verified hosts."
      />
      <ExploreList />
    </>
  );
}
