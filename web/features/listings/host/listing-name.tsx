import type { ReactNode } from 'react';
import { paths } from '#web/routes/paths.ts';
import { Artwork } from '#web/ui/artwork.tsx';
import { Frame } from '#web/ui/frame.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';

/** Picture and title; leads to the page that clippers see. */
export function ListingName({
  listing,
  children,
}: {
  listing: { id: string; title: string };
  children?: ReactNode;
}) {
  return (
    <RowTitle
      to={paths.listing(listing.id)}
      picture={
        <Frame className="w-full">
          <Artwork seed={listing.id} />
        </Frame>
      }
      below={children}
    >
      <bdi>{listing.title}</bdi>
    </RowTitle>
  );
}
