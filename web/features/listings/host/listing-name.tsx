import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/routes/paths.ts';
import { Artwork } from '#web/ui/artwork.tsx';
import { Frame } from '#web/ui/frame.tsx';

/** Picture and title; leads to the page that clippers see. */
export function ListingName({
  listing,
  children,
}: {
  listing: { id: string; title: string };
  children?: ReactNode;
}) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Frame className="w-7">
        <Artwork seed={listing.id} />
      </Frame>
      <span className="flex min-w-0 flex-col gap-0.5">
        <Link to={paths.listing(listing.id)} className="font-semibold hover:underline">
          <bdi>{listing.title}</bdi>
        </Link>
        {children}
      </span>
    </span>
  );
}
