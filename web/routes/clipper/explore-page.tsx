import { ExploreList } from '#web/features/listings/explore-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function ExplorePage() {
  return (
    <>
      <PageHeader
        title="Explore Listings"
        meaning="Every listing here holds its budget already. New ones are posted by verified hosts."
      />
      <ExploreList />
    </>
  );
}
