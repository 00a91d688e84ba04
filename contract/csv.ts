import { z } from 'zod';
import type { Access, RouteSpec } from './route.ts';

/** A bigint is money; a date becomes ISO 8601 in UTC; null an empty cell. */
export type CsvCell = string | number | bigint | Date | null;
export type CsvColumns<Row> = readonly (readonly [header: string, read: (row: Row) => CsvCell])[];

/** A table as a file: what the page shows, with every row that the filters leave. */
export interface CsvRoute<Q extends z.ZodType = z.ZodType, Row = never, A extends Access = Access>
  extends RouteSpec<z.ZodUndefined, Q, z.ZodUndefined, z.ZodString> {
  access: A;
  query: Q;
  file: string;
  columns: CsvColumns<Row>;
}

/** The file of a cursor-paged list: its address with ".csv", the same callers and filters. */
export function csvOf<Q extends z.ZodType, Row, A extends Access>(
  list: {
    path: string;
    access: A;
    summary: string;
    query?: Q;
    reply: z.ZodType<{ rows: Row[]; nextCursor: string | null }>;
  },
  file: string,
  columns: CsvColumns<Row>,
): CsvRoute<Q, Row, A> {
  return {
    method: 'GET',
    path: `${list.path}.csv`,
    access: list.access,
    summary: `${list.summary}; all of them as CSV`,
    query: list.query!,
    reply: z.string(),
    perMinute: 20,
    file,
    columns,
  };
}
