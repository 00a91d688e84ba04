import { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { Access, RouteSpec } from './route.ts';

/** The CSV route of a table: the columns of the page, with every row that matches the filters. */
export interface CsvRoute<
  Q extends z.ZodType = z.ZodType,
  A extends Access = Access,
  P extends z.ZodType = z.ZodType,
> extends RouteSpec<P, Q, z.ZodUndefined, z.ZodString> {
  access: A;
  query: Q;
  file: string;
}

/** The CSV route of a table that has no pages and no filters. */
export interface WholeCsvRoute<A extends Access = Access>
  extends RouteSpec<z.ZodUndefined, z.ZodUndefined, z.ZodUndefined, z.ZodString> {
  access: A;
  file: string;
}

/**
 * Creates the CSV route of a list that is shown on one page. It has the list's address with ".csv" and the
 * same callers.
 */
export const csvOfWhole = <A extends Access>(
  list: { path: string; access: A; summary: string },
  file: string,
): WholeCsvRoute<A> => ({
  method: 'GET',
  path: `${list.path}.csv`,
  access: list.access,
  summary: `${list.summary}; as CSV`,
  reply: z.string(),
  perMinute: 20,
  file,
});

/**
 * Creates the CSV route of a list with pages. It has the list's address with ".csv", the same callers and the
 * same filters.
 */
export function csvOf<Q extends z.ZodType, A extends Access, P extends z.ZodType = z.ZodUndefined>(
  list: {
    path: string;
    access: A;
    scope?: RouteSpec['scope'];
    summary: string;
    params?: P;
    query?: Q;
    errors?: readonly ErrorCode[];
    reply: z.ZodType<{ rows: unknown[]; nextCursor: string | null }>;
  },
  file: string,
): CsvRoute<Q, A, P> {
  return {
    method: 'GET',
    path: `${list.path}.csv`,
    access: list.access,
    ...(list.scope ? { scope: list.scope } : {}),
    summary: `${list.summary}; all of them as CSV`,
    ...(list.params ? { params: list.params } : {}),
    ...(list.errors ? { errors: list.errors } : {}),
    query: list.query!,
    reply: z.string(),
    perMinute: 20,
    file,
  };
}
