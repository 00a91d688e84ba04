import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { feedQuery } from '#contract/listings.ts';
import { useHydrated } from '#web/ui/hydration.ts';

const filterSchemas = feedQuery.omit({ cursor: true }).shape;

/** Filters of the feed; each is undefined unless chosen. */
export type ExploreFilters = Omit<z.output<typeof feedQuery>, 'cursor'>;
export type ExploreSort = ExploreFilters['sort'];

const names = Object.keys(filterSchemas) as (keyof ExploreFilters)[];

/** Reads filters from an address and ignores invalid values. */
export function readFilters(params: URLSearchParams): ExploreFilters {
  const read = names.map((name) => [
    name,
    filterSchemas[name].safeParse(params.get(name)?.slice(0, 100) || undefined).data,
  ]);
  return { sort: 'newest', ...Object.fromEntries(read.filter(([, value]) => value)) };
}

/** The query string of filters, without defaults. */
export function writeFilters(filters: ExploreFilters): URLSearchParams {
  const chosen = names.filter((name) => filters[name] && filters[name] !== 'newest');
  return new URLSearchParams(chosen.map((name) => [name, String(filters[name])]));
}

export const isFiltered = ({ sort: _sort, ...filters }: ExploreFilters): boolean =>
  Object.values(filters).some(Boolean);

/**
 * Filters stored in the address, so that they survive reload, going back and sharing. `known`: the address
 * has been read.
 */
export function useExploreFilters() {
  const [params, setParams] = useSearchParams();
  // The page is pre-rendered without a query string.
  const known = useHydrated();
  const filters = readFilters(known ? params : new URLSearchParams());
  const options = { replace: true, preventScrollReset: true };
  const change = (part: Partial<ExploreFilters>) =>
    setParams((now) => writeFilters({ ...readFilters(now), ...part }), options);
  const clear = () => setParams((now) => writeFilters({ sort: readFilters(now).sort }), options);
  return { filters, known, change, clear };
}
