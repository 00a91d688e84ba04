import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paidViewsText, paysByFigures } from '#contract/clips/counted-views.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import { formatRate } from '#contract/money.ts';
import { paths } from '#web/routes/paths.ts';
import { OutlineBadge } from '#web/ui/pages/badge.tsx';
import { Mark } from '#web/ui/pages/logo.tsx';
import { ThemeToggle } from '#web/ui/pages/theme-toggle.tsx';
import { lengthRule } from './listing-checks.ts';

/** The bar at the top: a link back, facts about the clip, and actions. */
export function StudioBar({
  listing,
  title = '',
  children,
}: {
  listing?: ListingPage | undefined;
  title?: string;
  children?: ReactNode;
}) {
  const length = listing ? lengthRule(listing.rules) : null;
  return (
    <header className="sticky top-0 z-10 flex h-13 items-center gap-3 border-line border-b bg-rail px-4 max-md:gap-2 max-md:px-3">
      <Link
        reloadDocument
        to={listing ? paths.listing(listing.id) : paths.clipperExplore()}
        aria-label={listing ? 'Back to the listing' : 'Back to Explore'}
        className="grid size-7.5 shrink-0 place-items-center rounded-control hover:bg-hover"
      >
        <ChevronLeft aria-hidden className="size-4.5" />
      </Link>
      <Mark className="size-6 shrink-0 max-md:hidden" />
      <h1
        className="min-w-0 font-bold max-md:line-clamp-2 max-md:text-sm max-md:leading-tight md:truncate"
        title={listing?.title ?? title}
      >
        <bdi>{listing?.title ?? title}</bdi>
        <span className="sr-only"> in the Clip Studio</span>
      </h1>
      {listing ? (
        <span className="flex gap-2 max-md:hidden">
          <OutlineBadge>
            {formatRate(listing.rateCentsPerMille)} per 1,000{' '}
            {paysByFigures(listing) ? paidViewsText(listing) : 'views'}
          </OutlineBadge>
          <OutlineBadge>{length ? `${length}, 9:16` : '9:16'}</OutlineBadge>
        </span>
      ) : null}
      <span className="ml-auto flex shrink-0 items-center gap-1.5">
        <ThemeToggle />
        {children}
      </span>
    </header>
  );
}
