import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import {
  acceptedFilters,
  type ExploreFilters,
  type FilterName,
  filterNames,
} from '#contract/explore-filters.ts';
import { feedQuery } from '#contract/listings.ts';
import { useHydrated } from '#web/ui/hydration.ts';

const { sort: sortSchema } = feedQuery.shape;

/** Filters of the feed, and its order. */
export type ExploreChoices = Omit<z.output<typeof feedQuery>, 'cursor'>;
export type ExploreSort = ExploreChoices['sort'];

/** Reads an address and ignores invalid values. */
export function readChoices(params: URLSearchParams): ExploreChoices {
  const given = Object.fromEntries(filterNames.map((name) => [name, params.get(name)?.slice(0, 100)]));
  const { data: sort = 'newest' } = sortSchema.safeParse(params.get('sort') ?? undefined);
  return { ...acceptedFilters(given as Record<FilterName, string | undefined>), sort };
}

/** The query string of filters and order, without defaults. */
export function writeChoices(choices: ExploreChoices): URLSearchParams {
  const named = [...filterNames, 'sort'] as const;
  const chosen = named.filter((name) => choices[name] && choices[name] !== 'newest');
  return new URLSearchParams(chosen.map((name) => [name, String(choices[name])]));
}

/**
 * Choices kept in the address, so that they survive a reload, going back and sharing; `known` once it could be read. `open`
 * replaces all filters.
 */
export function useExploreChoices() {
  const [params, setParams] = useSearchParams();
  // The page is pre-rendered without a query.
  const known = useHydrated();
  const choices = readChoices(known ? params : new URLSearchParams());
  const options = { replace: true, preventScrollReset: true };
  const change = (part: Partial<ExploreChoices>) =>
    setParams((now) => writeChoices({ ...readChoices(now), ...part }), options);
  const open = (filters: ExploreFilters) =>
    setParams((now) => writeChoices({ ...filters, sort: readChoices(now).sort }), options);
  return { choices, known, change, open };
}
