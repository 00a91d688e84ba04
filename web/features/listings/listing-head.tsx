import { ChevronLeft, Languages } from 'lucide-react';
import { Link } from 'react-router';
import { categoryNames } from '#contract/listings/categories.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { Avatar } from '#web/ui/pages/avatar.tsx';
import { LiveMark } from '#web/ui/pages/badge.tsx';
import { FrameTag } from '#web/ui/pages/frame.tsx';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { languageName } from './listing-labels.ts';
import { PlatformTags } from './platform-tags.tsx';

/** Shows a listing's picture, title, description, platforms and host. */
export function ListingHead({ listing }: { listing: ListingPage }) {
  const { host, source } = listing;
  return (
    <div className="grid grid-cols-[15.5rem_minmax(0,1fr)] gap-9 max-lg:grid-cols-[10rem_minmax(0,1fr)] max-lg:gap-5 max-sm:grid-cols-[6rem_minmax(0,1fr)] max-sm:gap-4">
      <ClipPoster id={listing.id} src={source.posterUrl} className="w-full self-start">
        {source.durationMs === null ? null : <FrameTag>{runningTime(source.durationMs)}</FrameTag>}
      </ClipPoster>
      <div className="flex min-w-0 flex-col items-start gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-sm">
          <nav aria-label="Breadcrumb">
            <Link to={paths.explore()} className="flex items-center gap-1 hover:text-ink">
              <ChevronLeft aria-hidden className="-ml-1 size-3.5" />
              Explore
            </Link>
          </nav>
          {listing.state === 'active' ? (
            <LiveMark live>Live</LiveMark>
          ) : (
            <StatusBadge status={listing.isBudgetUsedUp ? 'budget_used_up' : listing.state} />
          )}
        </div>
        <h1
          dir="auto"
          tabIndex={-1}
          className="disp w-full text-[clamp(2rem,4.4vw,3.75rem)] [overflow-wrap:anywhere]"
        >
          {listing.title}
        </h1>
        <p
          dir="auto"
          className="w-full max-w-150 whitespace-pre-line text-md text-muted [overflow-wrap:anywhere] max-sm:text-base"
        >
          {listing.description}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <PlatformTags platforms={listing.platforms} />
          <span className="flex items-center gap-1.25 text-muted text-sm">
            <Languages aria-hidden className="size-3.75" />
            {languageName(listing.language)}
          </span>
          {listing.category ? (
            <Link to={paths.explore({ category: listing.category })} className="link text-muted text-sm">
              {categoryNames[listing.category]}
            </Link>
          ) : null}
        </div>
        <Link to={paths.profile(host.username)} className="flex items-center gap-2.5">
          <Avatar username={host.username} src={host.avatarUrl} />
          <span className="leading-tight">
            <b className="block wrap-anywhere font-semibold">@{host.username}</b>
            <span className="text-muted text-sm">{host.isVerified ? 'Verified host' : 'Host'}</span>
          </span>
        </Link>
      </div>
    </div>
  );
}
