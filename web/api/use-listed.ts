import type { z } from 'zod';
import type { RouteSpec } from '#contract/wire/route.ts';
import { type ListShape, type ListState, useList } from '#web/ui/lists/use-list.ts';
import { address, type InputOf, type QueryOf } from './client.ts';
import { type PagedSpec, usePages } from './query.ts';

type Listed = PagedSpec & { query?: z.ZodObject | undefined };

/**
 * Returns the data for a table of a list: its pages, the table's state from the page's address, and the
 * address of its CSV file. `further` are filters in addition to those that a person chooses.
 */
export function useListed<S extends Listed>(
  route: S,
  csvRoute: RouteSpec,
  shape: ListShape,
  further?: QueryOf<S> | ((values: ListState['values']) => QueryOf<S>),
) {
  const { query: chosen, ...list } = useList(route, shape);
  const query = { ...chosen, ...(typeof further === 'function' ? further(list.values) : further) };
  // The previous rows stay visible until the next reply arrives.
  const of = usePages(route, { query } as unknown as InputOf<S>, { placeholderData: (before) => before });
  return { of, list, csv: address(csvRoute, { query }) };
}
