import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { SelectOption } from '#web/ui/forms/select.tsx';
import { given, useFilters } from './use-filters.ts';

interface Named {
  name: string;
  /** Label of the filter's control: "Status". */
  label: string;
}
export interface ChoiceFilter extends Named {
  /** Label of the choice without a filter: "All Status". */
  any: string;
  options: readonly SelectOption[];
}
export interface DayFilter extends Named {
  day: true;
}
/** A filter with its own control, such as a picker. */
export interface OwnFilter extends Named {
  control: (value: string, onChange: (value: string) => void) => ReactNode;
}
export type Filter = ChoiceFilter | DayFilter | OwnFilter;

export interface ListShape {
  /** Prefix of the names in the address, on a page with several lists. */
  scope?: string;
  /** Label of the search field; absent if there is none. */
  search?: string;
  filters?: readonly Filter[];
  /** The order if the person chose none. */
  usual?: string;
}

export interface ListState extends ListShape {
  /** The values of the filters by name; empty for a filter that is not set. */
  values: Readonly<Record<string, string>>;
  sort: string;
  change: (part: Record<string, string>) => void;
  clear: () => void;
  /** Number of filters that are set, without the search. */
  narrowing: number;
  isNarrowed: boolean;
}

/** Turns a name into a label: "all_of_it" becomes "All of it". */
export const humanize = (value: string): string =>
  value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');

/** Returns the options for these values. || @param labels for values whose name is not their label */
export const optionsOf = (
  values: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): SelectOption[] => values.map((value) => ({ value, label: labels[value] ?? humanize(value) }));

type Fields = Readonly<Record<string, z.ZodType>>;
type ListQuery<Of extends Fields> = Partial<z.output<z.ZodObject<Of>>>;

/**
 * Returns the search, filters and order of a list from the page's address, with the resulting query. Values
 * that the route does not accept are ignored, so that no address makes the list fail.
 */
export function useList<Of extends Fields>(
  route: { query?: z.ZodObject<Of> | undefined },
  shape: ListShape,
): ListState & { query: ListQuery<Of> } {
  const { scope, search, filters = [], usual = '' } = shape;
  const fields: Fields = route.query?.shape ?? {};
  const { read, change } = useFilters(scope);
  const taken = (name: string) => (fields[name]?.safeParse(read(name)).success ? read(name) : '');
  const chosen = Object.fromEntries(filters.map(({ name }) => [name, taken(name)]));
  const values = search ? { ...chosen, search: read('search').slice(0, 100) } : chosen;
  const sort = taken('sort');
  return {
    ...shape,
    values,
    sort: sort || usual,
    change: (part) => change(part.sort === usual ? { ...part, sort: '' } : part),
    clear: () => change(Object.fromEntries([...Object.keys(values), 'sort'].map((name) => [name, '']))),
    narrowing: Object.values(chosen).filter(Boolean).length,
    isNarrowed: Object.values(values).some(Boolean),
    query: given({ ...values, sort }) as ListQuery<Of>,
  };
}
