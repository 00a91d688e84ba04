import { useSearchParams } from 'react-router';
import { RATE_MAX_CENTS } from '#contract/limits.ts';
import { type PostPlatform, postPlatforms } from '#contract/platform.ts';

export const sorts = ['newest', 'rate', 'budget'] as const;
export type ExploreSort = (typeof sorts)[number];

export interface ExploreFilters {
  search: string;
  platform: PostPlatform | null;
  minRateCents: number | null;
  sort: ExploreSort;
}

/** Reads filters from an address; what nobody could have chosen is as if it were not there. */
export function readFilters(params: URLSearchParams): ExploreFilters {
  const rate = Number(params.get('rate') ?? '');
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    platform: postPlatforms.find((platform) => platform === params.get('platform')) ?? null,
    minRateCents: Number.isInteger(rate) && rate > 0 && rate <= RATE_MAX_CENTS ? rate : null,
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'newest',
  };
}

/** The address of filters: only what differs from the page as it opens. */
export function writeFilters(filters: ExploreFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.search) params.set('search', filters.search);
  if (filters.platform) params.set('platform', filters.platform);
  if (filters.minRateCents) params.set('rate', String(filters.minRateCents));
  if (filters.sort !== 'newest') params.set('sort', filters.sort);
  return params;
}

export const isFiltered = ({ search, platform, minRateCents }: ExploreFilters): boolean =>
  Boolean(search || platform || minRateCents);

/** Filters live in the address, so that a view can be kept, shared and gone back to. */
export function useExploreFilters() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const change = (part: Partial<ExploreFilters>) =>
    setParams((now) => writeFilters({ ...readFilters(now), ...part }), {
      replace: true,
      preventScrollReset: true,
    });
  const clear = () => change({ search: '', platform: null, minRateCents: null });
  return { filters, change, clear };
}
