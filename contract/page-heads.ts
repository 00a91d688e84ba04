import { formatUsd, micros, microsPerView } from './money.ts';
import { formats, type PostPlatform } from './platforms.ts';

/** What a shared link and a search engine show of a page; server and web write the same. */
export interface PageHead {
  title: string;
  description: string;
}

export const profileHead = (profile: { username: string; role: 'host' | 'clipper' }): PageHead => ({
  title: `@${profile.username} · Permille`,
  description:
    profile.role === 'host'
      ? `@${profile.username} is a host on Permille and pays clippers per 1,000 verified views. See active listings, verified views and what was paid.`
      : `@${profile.username} is a clipper on Permille and is paid per 1,000 verified views. See approved clips, verified views and earnings.`,
});

interface ListingFacts {
  title: string;
  rateCentsPerMille: number;
  platforms: readonly PostPlatform[];
  hostUsername: string;
}

export function listingHead({ title, rateCentsPerMille, platforms, hostUsername }: ListingFacts): PageHead {
  const rate = formatUsd(micros(microsPerView(rateCentsPerMille) * 1_000n));
  const places = platforms.map((platform) => formats[platform]).join(', ');
  return {
    title: `${title} · Permille`,
    description: `Clips wanted by @${hostUsername}: ${rate} per 1,000 verified views on ${places}. See the rules, the source and how much of the budget is free.`,
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
