import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { ApiError, isFault } from './client.ts';
import { keepEqual } from './keep-equal.ts';
import { keyOf } from './query.ts';

/** A read that failed is tried again after this many milliseconds, as long as a page shows that it failed. */
const RECOVER_MS = 30_000;
/** Pages whose pauses end at the same time spread their requests over this many milliseconds. */
const SPREAD_MS = 2_000;

/** After one of these refusals the session may belong to another person, or have ended. */
const ABOUT_SESSION: readonly string[] = ['unauthenticated', 'other_account', 'wrong_role'];

export function createQueryClient(): QueryClient {
  // The session can end on another device or belong to another person. After the first refused call the
  // session is read again, so that the page's guard notices.
  let asking: Promise<void> | null = null;
  const onError = (error: Error) => {
    if (!(error instanceof ApiError) || !ABOUT_SESSION.includes(error.code)) return;
    // One check serves all refusals that arrive while it runs.
    asking ??= client
      .invalidateQueries({ queryKey: keyOf(accountRoutes.session, {}) })
      .finally(() => (asking = null));
  };
  const paused = new Set<string>();
  const onReadError = (error: Error, { queryHash, queryKey }: Pick<Query, 'queryHash' | 'queryKey'>) => {
    onError(error);
    if (!(error instanceof ApiError) || paused.has(queryHash)) return;
    const inMs = error.retryAt === null ? RECOVER_MS : error.retryAt - Date.now();
    if (error.retryAt === null && !isFault(error)) return;
    paused.add(queryHash);
    const askAgain = () => {
      paused.delete(queryHash);
      void client.invalidateQueries({ queryKey, exact: true });
    };
    setTimeout(askAgain, inMs + Math.random() * SPREAD_MS);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: onReadError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // A reply that does not match the contract would not match it when retried.
        retry: (failures, error) => failures < 3 && error instanceof ApiError && isFault(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        staleTime: 5_000,
        gcTime: 5 * 60_000,
        structuralSharing: keepEqual,
      },
      // Without a connection an action fails at once; otherwise it would run unexpectedly minutes later.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
