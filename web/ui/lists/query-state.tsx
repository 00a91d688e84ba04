import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/pages/error-state.tsx';
import { SkeletonRows } from '#web/ui/pages/skeleton.tsx';

/** The part of a query's result that this folder needs. */
export interface Query<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

export interface QueryStateProps<Data> {
  of: Query<Data>;
  /** Text after a failure, such as "Your figures did not load." */
  failed: string;
  /** A skeleton of the content; three rows by default. */
  loading?: ReactNode;
  /** True if the parent has no padding, as in a `Panel flush`. */
  flush?: boolean;
  children: (data: Data) => ReactNode;
}

/**
 * Renders the data of a query. Shows a skeleton while it loads, and after a failure an error with a retry
 * button.
 */
export function QueryState<Data>({ of, failed, loading, flush, children }: QueryStateProps<Data>) {
  if (of.data !== undefined) return children(of.data);
  if (loading && !of.error) return loading;
  const state = of.error ? <NotLoaded of={of} failed={failed} /> : <SkeletonRows />;
  return flush ? <div className="p-4.5">{state}</div> : state;
}

/** Shows the error of a query with a retry button. */
export function NotLoaded({
  of: { error, refetch },
  failed,
}: Pick<QueryStateProps<unknown>, 'of' | 'failed'>) {
  return (
    <ErrorState title={failed} onRetry={() => refetch()}>
      {error?.message}
    </ErrorState>
  );
}
