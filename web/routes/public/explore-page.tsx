import { useContext } from 'react';
import { Navigate, useLocation } from 'react-router';
import { InsideContext } from '#web/features/accounts/session.ts';
import { listingFeeds } from '#web/nouns/page-heads.ts';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { ExploreListings } from '../explore-listings.tsx';
import { paths } from '../paths.ts';
import { ReadingWidth } from './reading-width.tsx';

/**
 * Lists the open listings for visitors and hosts. A clipper is redirected to the same list in the clipper's
 * area.
 */
export function ExplorePage() {
  const role = useContext(InsideContext)?.user.role;
  const { search } = useLocation();
  if (role === 'clipper') return <Navigate to={paths.clipperExplore() + search} replace />;
  return (
    <ReadingWidth>
      <PageMeta
        title="Explore Listings · Permille"
        description="Open clip listings with their rate, free budget, rules and how fast the host decides. Every listing is fully funded."
        alternates={listingFeeds}
      />
      <ExploreListings documentTitle={null} />
    </ReadingWidth>
  );
}
