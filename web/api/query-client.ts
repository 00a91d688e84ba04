import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import { ApiError, isFault } from './client.ts';
import { keyOf } from './query.ts';

export function createQueryClient(): QueryClient {
  // A session can end on another device: the guard learns it from whichever call is refused first.
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.code === 'unauthenticated')
      void client.invalidateQueries({ queryKey: keyOf(routes.session, {}) });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // What the contract can't read will not read better the next time.
        retry: (failures, error) => failures < 3 && error instanceof ApiError && isFault(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        staleTime: 5_000,
        gcTime: 5 * 60_000,
      },
      // What is pressed while offline fails at once and says so: it must not happen by itself minutes later.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
