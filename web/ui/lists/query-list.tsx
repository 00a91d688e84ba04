import type { ReactNode } from 'react';
import { MoreButton, type MorePages } from './more-button.tsx';
import { type Query, QueryState, type QueryStateProps } from './query-state.tsx';

interface Rows<Row> {
  rows: readonly Row[];
}

/** A query of a whole list, or of its pages. */
export type ListQuery<Row> = Query<Rows<Row> | { pages: readonly Rows<Row>[] }> & MorePages;

/** The rows loaded so far; undefined while the first ones load. */
export function rowsOf<Row>({ data }: Pick<ListQuery<Row>, 'data'>): readonly Row[] | undefined {
  return data && ('pages' in data ? data.pages.flatMap((page) => page.rows) : data.rows);
}

export interface QueryListProps<Row> extends Pick<QueryStateProps<Row>, 'loading' | 'flush'> {
  of: ListQuery<Row>;
  /** Names the rows: "users". */
  what: string;
  /** "Your users did not load."; "The users did not load." when absent. */
  failed?: string;
  /** An `EmptyState` that says what will appear here and the next step. */
  empty: ReactNode;
  /** `more` is the button for the next page; null when all rows are there. */
  children: (rows: readonly Row[], more: ReactNode) => ReactNode;
}

/** A list in one of its states: loading, failed, empty, complete, or with more pages. */
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
