import { useSearchParams } from 'react-router';
import { RATE_MAX_CENTS } from '#contract/limits.ts';
import { listingLanguages } from '#contract/listings.ts';
import { type PostPlatform, postPlatforms } from '#contract/platform.ts';

export const sorts = ['newest', 'rate', 'budget', 'review'] as const;
export type ExploreSort = (typeof sorts)[number];

export interface ExploreFilters {
  search: string;
  platform: PostPlatform | null;
  minRateCents: number | null;
  /** Whole dollars that are still free. */
  minFreeDollars: number | null;
  language: string | null;
  sort: ExploreSort;
}

const FREE_MAX_DOLLARS = 100_000;

function wholeUpTo(most: number, text: string | null): number | null {
  const value = Number(text ?? '');
  return Number.isInteger(value) && value > 0 && value <= most ? value : null;
}

/** Reads filters from an address; what nobody could have chosen is as if it were not there. */
export function readFilters(params: URLSearchParams): ExploreFilters {
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    platform: postPlatforms.find((platform) => platform === params.get('platform')) ?? null,
    minRateCents: wholeUpTo(RATE_MAX_CENTS, params.get('rate')),
    minFreeDollars: wholeUpTo(FREE_MAX_DOLLARS, params.get('free')),
    language: listingLanguages.find((language) => language === params.get('language')) ?? null,
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'newest',
  };
}

/** The address of filters: only what differs from the page as it opens. */
export function writeFilters(filters: ExploreFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.search) params.set('search', filters.search);
  if (filters.platform) params.set('platform', filters.platform);
  if (filters.minRateCents) params.set('rate', String(filters.minRateCents));
  if (filters.minFreeDollars) params.set('free', String(filters.minFreeDollars));
  if (filters.language) params.set('language', filters.language);
  if (filters.sort !== 'newest') params.set('sort', filters.sort);
  return params;
}

export const isFiltered = (filters: ExploreFilters): boolean =>
  [filters.search, filters.platform, filters.minRateCents, filters.minFreeDollars, filters.language].some(
    Boolean,
  );

/** Filters live in the address, so that a view can be kept, shared and gone back to. */
export function useExploreFilters() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const change = (part: Partial<ExploreFilters>) =>
    setParams((now) => writeFilters({ ...readFilters(now), ...part }), {
      replace: true,
      preventScrollReset: true,
    });
  const clear = () =>
    change({
      search: '',
      platform: null,
      minRateCents: null,
      minFreeDollars: null,
      language: null,
    });
  return { filters, change, clear };
}
