import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { RouteSpec } from '#contract/route.ts';
import { address, call, type InputOf } from './client.ts';

/**
 * react-query options for a declared GET route. The key is the address in parts, so that everything below
 * "/api/listings" can be invalidated at once.
 */
export function query<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  E extends ErrorCode,
>(spec: RouteSpec<P, Q, B, R, E>, input: InputOf<P, Q, B>) {
  return queryOptions({
    queryKey: keyOf(spec, input),
    queryFn: ({ signal }) => call(spec, { ...input, signal }),
  });
}

/** The same for a cursor-paged route: `data.pages[n].rows`, `fetchNextPage()`. */
export function pagedQuery<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  Row,
  R extends z.ZodType<{ rows: Row[]; nextCursor: string | null }>,
  E extends ErrorCode,
>(spec: RouteSpec<P, Q, B, R, E>, input: InputOf<P, Q, B>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(spec, input), 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...(input.query as object), ...(pageParam ? { cursor: pageParam } : {}) };
      return call(spec, { ...input, query, signal } as InputOf<P, Q, B>);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** "/api/host/listings?x=1" → ["api", "host", "listings", "x=1"]. */
export const keyOf = (spec: RouteSpec, input: { params?: unknown; query?: unknown }): string[] =>
  address(spec, input).split(/[/?]/).filter(Boolean);
