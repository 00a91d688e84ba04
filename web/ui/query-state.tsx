import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** What the kit needs to know of a query. */
export interface Query<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

export interface QueryStateProps<Data> {
  of: Query<Data>;
  /** "Your figures did not load." */
  failed: string;
  /** Bars in the shape of what will stand here; three rows when absent. */
  loading?: ReactNode;
  /** The place has no inner space of its own, as a `Panel flush`. */
  flush?: boolean;
  children: (data: Data) => ReactNode;
}

/** What a query answered; until then bars, or that it did not load and the way to try again. */
export function QueryState<Data>({ of, failed, loading, flush, children }: QueryStateProps<Data>) {
  if (of.data !== undefined) return children(of.data);
  if (loading && !of.error) return loading;
  const state = of.error ? <NotLoaded of={of} failed={failed} /> : <SkeletonRows />;
  return flush ? <div className="p-4.5">{state}</div> : state;
}

/** Why a query has no answer, and the way to try again. */
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
