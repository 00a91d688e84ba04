import { paidViewsText } from '#contract/clips/counted-views.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import { formatUsd, micros, microsPerView } from '#contract/money.ts';
import { formats, type PostPlatform } from '#contract/platforms/platforms.ts';
import type { Alternate, PageHead } from '#web/ui/pages/page-meta.tsx';

const feedsAt = (path: string, title: string): Alternate[] => [
  { type: 'application/feed+json', title, href: (address) => `${address}${path}.json` },
  { type: 'application/rss+xml', title, href: (address) => `${address}${path}.xml` },
];

/** Feeds of all active listings. */
export const listingFeeds: readonly Alternate[] = feedsAt('/feeds/listings', 'Open listings on Permille');

export const profileHead = (profile: { username: string; role: 'host' | 'clipper' }): PageHead => ({
  title: `@${profile.username} · Permille`,
  description:
    profile.role === 'host'
      ? `@${profile.username} is a host on Permille and pays clippers per 1,000 verified views. See active listings, verified views and what was paid.`
      : `@${profile.username} is a clipper on Permille and is paid per 1,000 verified views. See approved clips, verified views and earnings.`,
  picture: `/previews/profiles/${profile.username}.png`,
  ...(profile.role === 'host' && {
    alternates: feedsAt(`/feeds/hosts/${profile.username}/listings`, `Listings of @${profile.username}`),
  }),
});

interface ListingFacts {
  id: string;
  /** The listing's state. Only active listings have an oEmbed link. */
  state: string;
  title: string;
  rateCentsPerMille: number;
  platforms: readonly PostPlatform[];
  hostUsername: string;
  rules: CountedTerms;
}

export function listingHead({
  id,
  state,
  title,
  rateCentsPerMille,
  platforms,
  hostUsername,
  rules,
}: ListingFacts): PageHead {
  const rate = formatUsd(micros(microsPerView(rateCentsPerMille) * 1_000n));
  const places = platforms.map((platform) => formats[platform]).join(', ');
  return {
    title: `${title} · Permille`,
    description: `Clips wanted by @${hostUsername}: ${rate} per 1,000 ${paidViewsText(rules)} on ${places}. See the rules, the source and how much of the budget is free.`,
    ...(state === 'active' && {
      picture: `/previews/listings/${id}.png`,
      alternates: [
        {
          type: 'application/json+oembed' as const,
          title,
          // The head contains a placeholder for the public address, which is replaced in the document, so the
          // placeholder must not be encoded here.
          href: (address: string) => `${address}/oembed?url=${address}/listings/${id}`,
        },
      ],
    }),
  };
}

export const signUpHead: PageHead = {
  title: 'Sign up · Permille',
  description:
    'Open a host account to fund clip listings, or a clipper account to be paid per 1,000 verified views. No upfront fees, 0% platform fee.',
};

export const unknownProfileHead: PageHead = {
  title: 'Profile not found · Permille',
  description: 'Nobody on Permille has this name.',
};

export const unknownListingHead: PageHead = {
  title: 'Listing not found · Permille',
  description: 'There is no listing at this address.',
};
