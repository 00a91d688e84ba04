import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { accountRoutes } from '#contract/accounts.ts';
import { ApiError, isFault } from './client.ts';
import { keepEqual } from './keep-equal.ts';
import { keyOf } from './query.ts';

/** Of the pages whose pause ends at one moment, not all ask at that moment. */
const SPREAD_MS = 2_000;

/** Refusals after which this page may be another person's, or nobody's. */
const ABOUT_SESSION: readonly string[] = ['unauthenticated', 'other_account', 'wrong_role'];

export function createQueryClient(): QueryClient {
  // A session can be ended on another device, or be another person's; the first refused call tells the guard.
  let asking: Promise<void> | null = null;
  const onError = (error: Error) => {
    if (!(error instanceof ApiError) || !ABOUT_SESSION.includes(error.code)) return;
    // What is asked after the first of several refusals knows of their cause.
    asking ??= client
      .invalidateQueries({ queryKey: keyOf(accountRoutes.session, {}) })
      .finally(() => (asking = null));
  };
  const paused = new Set<string>();
  const onReadError = (error: Error, { queryHash, queryKey }: Pick<Query, 'queryHash' | 'queryKey'>) => {
    onError(error);
    if (!(error instanceof ApiError) || error.retryAt === null || paused.has(queryHash)) return;
    paused.add(queryHash);
    const askAgain = () => {
      paused.delete(queryHash);
      void client.invalidateQueries({ queryKey, exact: true });
    };
    setTimeout(askAgain, error.retryAt - Date.now() + Math.random() * SPREAD_MS);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: onReadError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // A reply that does not match the contract would not match it on a retry either.
        retry: (failures, error) => failures < 3 && error instanceof ApiError && isFault(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        staleTime: 5_000,
        gcTime: 5 * 60_000,
        structuralSharing: keepEqual,
      },
      // Offline, an action fails at once instead of running by itself minutes later.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
