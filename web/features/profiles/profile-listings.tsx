import { Link } from 'react-router';
import { paidOnlyText } from '#contract/clips/counted-views.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import type { ProfileListing, PublicProfile } from '#contract/profiles.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { paths } from '#web/routes/paths.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

/** A host's newest active listings. */
export function ProfileListings({ profile }: { profile: PublicProfile }) {
  const { listings, activeListings } = profile;
  return (
    <Panel
      title="Active listings"
      flush
      action={
        activeListings > listings.length ? (
          <span className="text-muted text-sm">
            The newest {listings.length} of {formatCount(activeListings)}
          </span>
        ) : null
      }
    >
      {listings.length === 0 ? (
        <EmptyState title="No active listings">
          This host has no listings that take clips right now.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {listings.map((listing) => (
            <Line key={listing.id} listing={listing} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Line({ listing }: { listing: ProfileListing }) {
  return (
    <li>
      <Link
        to={paths.listing(listing.id)}
        className="flex items-center justify-between gap-4 px-4.5 py-3 hover:bg-hover max-md:px-4"
      >
        <span className="min-w-0">
          <b className="block font-semibold">
            <bdi>{listing.title}</bdi>
          </b>
          <span className="mt-1 flex items-center gap-1.5 text-muted text-sm">
            {listing.platforms.map((platform) => (
              <PlatformIcon key={platform} platform={platform} />
            ))}
            {formatUsd(listing.freeMicros)} free{paidOnlyText(listing)}
          </span>
        </span>
        <span className="shrink-0 text-right">
          <span className="num block text-xl">{formatRate(listing.rateCentsPerMille)}</span>
          <span className="text-muted text-xs">per 1,000</span>
        </span>
      </Link>
    </li>
  );
}
