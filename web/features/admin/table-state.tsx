import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/error-state.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';

interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

export interface TableState<Row> {
  rows: Row[] | undefined;
  error: ReactNode;
  footer: ReactNode;
}

/** What the kit's table needs of a cursor-paged query: rows so far, an error with retry, the way to more. */
export function tableState<Row>(
  found: Pick<
    UseInfiniteQueryResult<{ pages: Page<Row>[] }>,
    | 'data'
    | 'error'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
  >,
  what: string,
): TableState<Row> {
  const failed = found.error && !found.data;
  return {
    rows: found.data?.pages.flatMap((page) => page.rows),
    error: failed ? (
      <ErrorState title={`The ${what} did not load.`} onRetry={() => found.refetch()}>
        {found.error?.message}
      </ErrorState>
    ) : undefined,
    footer: found.hasNextPage ? <MoreButton of={found} what={what} /> : undefined,
  };
}
