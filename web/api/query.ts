import {
  type InfiniteData,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { RouteSpec } from '#contract/wire/route.ts';
import { address, call, type InputOf, isWithheld, type ReplyOf } from './client.ts';

/**
 * react-query options for a declared GET route. The key is the address split into parts, so that everything
 * below "/api/listings" can be invalidated at once.
 */
export const query = <S extends RouteSpec>(spec: S, input: InputOf<S>) =>
  queryOptions({
    queryKey: keyOf(spec, input),
    queryFn: ({ signal }): Promise<ReplyOf<S>> => call(spec, { ...input, signal }),
  });

interface Polled {
  state: { error: Error | null };
}

/** Stops polling a read that is refused to this person, because each repetition would also be refused. */
export function pollUnlessWithheld<Options extends { refetchInterval?: unknown }>(
  options: Options | undefined,
) {
  const every = options?.refetchInterval;
  if (every === undefined) return options;
  return {
    ...options,
    refetchInterval: (asked: Polled) =>
      isWithheld(asked.state.error) ? false : typeof every === 'function' ? every(asked) : every,
  } as Options;
}

/** Reads a declared GET route. */
export const useRead = <S extends RouteSpec, Data = ReplyOf<S>>(
  spec: S,
  input: InputOf<S>,
  options?: Omit<UseQueryOptions<ReplyOf<S>, Error, Data, string[]>, 'queryKey' | 'queryFn'>,
) =>
  useQuery<ReplyOf<S>, Error, Data, string[]>({
    ...pollUnlessWithheld(options),
    queryKey: keyOf(spec, input),
    queryFn: ({ signal }) => call(spec, { ...input, signal }),
  });

export type PagedSpec = RouteSpec<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ nextCursor: string | null }>>;
type PagesOptions<Page> = UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, string[], string | null>;

/**
 * Reads a route with cursor paging. The rows are in `data.pages[n].rows`, and `fetchNextPage()` loads the
 * next page.
 */
export const usePages = <S extends PagedSpec>(
  spec: S,
  input: InputOf<S>,
  options?: Pick<
    PagesOptions<ReplyOf<S>>,
    'placeholderData' | 'enabled' | 'refetchInterval' | 'retry' | 'retryDelay'
  >,
) =>
  useInfiniteQuery<ReplyOf<S>, Error, InfiniteData<ReplyOf<S>>, string[], string | null>({
    ...pollUnlessWithheld(options),
    queryKey: pagesKey(keyOf(spec, input)),
    queryFn: ({ signal, pageParam }) => {
      const query = { ...(input.query as object), ...(pageParam ? { cursor: pageParam } : {}) };
      return call(spec, { ...input, query, signal });
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Returns the query key of all pages of a read. */
export const pagesKey = (key: string[]): string[] => [...key, 'pages'];

/** Returns the query key of a read: "/api/host/listings?x=1" becomes ["api", "host", "listings", "x=1"]. */
export const keyOf = (spec: RouteSpec, input: { params?: unknown; query?: unknown }): string[] =>
  address(spec, input).split(/[/?]/).filter(Boolean);
