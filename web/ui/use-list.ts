import type { ReactNode } from 'react';
import type { SelectOption } from './select.tsx';
import { given, useFilters } from './use-filters.ts';

interface Named {
  name: string;
  /** Names the control: "Status". */
  label: string;
}
export interface ChoiceFilter extends Named {
  /** The empty choice: "All states". */
  any: string;
  options: readonly SelectOption[];
}
export interface DayFilter extends Named {
  day: true;
}
/** A control of its own, such as a picker. */
export interface OwnFilter extends Named {
  control: (value: string, onChange: (value: string) => void) => ReactNode;
}
export type Filter = ChoiceFilter | DayFilter | OwnFilter;

export interface ListShape {
  /** Begins the names in the address where a page has several lists. */
  scope?: string;
  /** Names the search field, where there is one. */
  search?: string;
  filters?: readonly Filter[];
  /** The order without a choice: "-date". */
  usual?: string;
}

export interface ListState extends ListShape {
  /** By name; empty where nothing is chosen. */
  values: Readonly<Record<string, string>>;
  sort: string;
  change: (part: Record<string, string>) => void;
  clear: () => void;
  /** How many filters narrow the list, the search not counted. */
  narrowing: number;
  isNarrowed: boolean;
}

/** "all_of_it" → "All of it" */
export const optionsOf = (values: readonly string[]): SelectOption[] =>
  values.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' '),
  }));

const DAY = /^\d{4}-\d\d-\d\d$/;

function valid(filter: Filter, value: string): string {
  if ('options' in filter) return filter.options.some((option) => option.value === value) ? value : '';
  return 'day' in filter && !DAY.test(value) ? '' : value;
}

/** Search, filters and order of a list as its page's address has them, and the query that they make. */
export function useList<Query>(shape: ListShape): ListState & { query: Query } {
  const { scope, search, filters = [], usual = '' } = shape;
  const { read, change } = useFilters(scope);
  const chosen = Object.fromEntries(filters.map((filter) => [filter.name, valid(filter, read(filter.name))]));
  const values = search ? { ...chosen, search: read('search').slice(0, 100) } : chosen;
  const sort = /^-?[a-z]+$/.test(read('sort')) ? read('sort') : '';
  return {
    ...shape,
    values,
    sort: sort || usual,
    change: (part) => change(part.sort === usual ? { ...part, sort: '' } : part),
    clear: () => change(Object.fromEntries(Object.keys(values).map((name) => [name, '']))),
    narrowing: Object.values(chosen).filter(Boolean).length,
    isNarrowed: Object.values(values).some(Boolean),
    query: given({ ...values, sort }) as Query,
  };
}
