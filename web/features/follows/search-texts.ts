import type { SavedSearch, SearchFilters } from '#contract/follows.ts';
import { formatRate } from '#contract/money.ts';
import { formats, type PostPlatform } from '#contract/platforms.ts';

/** Converts a saved search to filters of Explore. */
export const filtersOf = (saved: SavedSearch): SearchFilters => ({
  search: saved.search ?? undefined,
  platform: saved.platform ?? undefined,
  minRateCents: saved.minRateCents ?? undefined,
  minFreeDollars: saved.minFreeDollars ?? undefined,
  language: (saved.language ?? undefined) as SearchFilters['language'],
});

const names = ['search', 'platform', 'minRateCents', 'minFreeDollars', 'language'] as const;

/** Whether both searches have the same filters. */
export const isSameSearch = (a: SearchFilters, b: SearchFilters): boolean =>
  names.every((name) => (a[name] || undefined) === (b[name] || undefined));

/** "night run, TikTok, from $2.00". */
export const searchText = (filters: SearchFilters): string =>
  [
    filters.search && `“${filters.search}”`,
    filters.platform && formats[filters.platform as PostPlatform],
    filters.minRateCents && `from ${formatRate(filters.minRateCents)} per 1,000`,
    filters.minFreeDollars && `from $${filters.minFreeDollars} free`,
    filters.language,
  ]
    .filter(Boolean)
    .join(', ');
