import type { ReactNode } from 'react';
import type { HostListingRow } from '#contract/listings/listings.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { paths } from '#web/routes/paths.ts';
import { RowTitle } from '#web/ui/lists/row-title.tsx';

/** Shows a listing's picture and title, which link to its results. */
export function ListingName({
  listing,
  children,
}: {
  listing: Pick<HostListingRow, 'id' | 'title' | 'sourcePosterUrl'>;
  children?: ReactNode;
}) {
  return (
    <RowTitle
      to={paths.hostListing(listing.id)}
      picture={<ClipPoster small id={listing.id} src={listing.sourcePosterUrl} className="w-full" />}
      below={children}
    >
      <bdi>{listing.title}</bdi>
    </RowTitle>
  );
}
