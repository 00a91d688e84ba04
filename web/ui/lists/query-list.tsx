import type { ReactNode } from 'react';
import { MoreButton, type MorePages } from './more-button.tsx';
import { type Query, QueryState, type QueryStateProps } from './query-state.tsx';

interface Rows<Row> {
  rows: readonly Row[];
}

/** A query for a whole list, or for its pages. */
export type ListQuery<Row> = Query<Rows<Row> | { pages: readonly Rows<Row>[] }> & MorePages;

/** Returns the rows that are loaded; undefined while the first ones load. */
export function rowsOf<Row>({ data }: Pick<ListQuery<Row>, 'data'>): readonly Row[] | undefined {
  return data && ('pages' in data ? data.pages.flatMap((page) => page.rows) : data.rows);
}

export interface QueryListProps<Row> extends Pick<QueryStateProps<Row>, 'loading' | 'flush'> {
  of: ListQuery<Row>;
  /** The noun for the rows, such as "users". */
  what: string;
  /** Text after a failure; "The users did not load." by default. */
  failed?: string;
  /** An `EmptyState` that tells what will appear here, and the next step. */
  empty: ReactNode;
  /** Renders the rows. `more` is the button for the next page, or null if all rows are loaded. */
  children: (rows: readonly Row[], more: ReactNode) => ReactNode;
}

/** Shows a list in its current state: loading, failed, empty, complete, or with more pages. */
export function QueryList<Row>(props: QueryListProps<Row>) {
  const { of, what, failed = `The ${what} did not load.`, empty, children, ...waiting } = props;
  const { error, refetch, hasNextPage } = of;
  return (
    <QueryState of={{ data: rowsOf(of), error, refetch }} failed={failed} {...waiting}>
      {(rows) =>
        rows.length === 0 ? empty : children(rows, hasNextPage ? <MoreButton of={of} what={what} /> : null)
      }
    </QueryState>
  );
}
