import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import {
  acceptedFilters,
  type ExploreFilters,
  type FilterName,
  filterNames,
} from '#contract/listings/explore-filters.ts';
import { feedQuery } from '#contract/listings/listings.ts';
import { useHydrated } from '#web/ui/pages/hydration.ts';

const { sort: sortSchema } = feedQuery.shape;

/** The filters and the order of the feed. */
export type ExploreChoices = Omit<z.output<typeof feedQuery>, 'cursor'>;
export type ExploreSort = ExploreChoices['sort'];

/** Reads filters and order from an address; ignores invalid values. */
export function readChoices(params: URLSearchParams): ExploreChoices {
  const given = Object.fromEntries(filterNames.map((name) => [name, params.get(name)?.slice(0, 100)]));
  const { data: sort = 'newest' } = sortSchema.safeParse(params.get('sort') ?? undefined);
  return { ...acceptedFilters(given as Record<FilterName, string | undefined>), sort };
}

/** Returns the query string of filters and order, without default values. */
export function writeChoices(choices: ExploreChoices): URLSearchParams {
  const named = [...filterNames, 'sort'] as const;
  const chosen = named.filter((name) => choices[name] && choices[name] !== 'newest');
  return new URLSearchParams(chosen.map((name) => [name, String(choices[name])]));
}

/**
 * Filters and order of the feed, stored in the page's address so that they survive reloading, going back and
 * sharing. `known` is true once the address has been read. `open` replaces all filters.
 */
export function useExploreChoices() {
  const [params, setParams] = useSearchParams();
  // The page is pre-rendered without a query string.
  const known = useHydrated();
  const choices = readChoices(known ? params : new URLSearchParams());
  const options = { replace: true, preventScrollReset: true };
  const change = (part: Partial<ExploreChoices>) =>
    setParams((now) => writeChoices({ ...readChoices(now), ...part }), options);
  const open = (filters: ExploreFilters) =>
    setParams((now) => writeChoices({ ...filters, sort: readChoices(now).sort }), options);
  return { choices, known, change, open };
}
