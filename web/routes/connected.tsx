import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import type { RouteSpec } from '#contract/wire/route.ts';
import type { InputOf } from '#web/api/client.ts';
import { query } from '#web/api/query.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { onReturn } from '#web/api/reach.ts';
import { keepReads, readsOfDocument, ServedReadsContext } from '#web/api/served-reads.ts';
import { sessionQuery, useSession } from '#web/features/accounts/session.ts';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { OptionalPart } from '#web/ui/pages/optional-part.tsx';
import { NowProvider } from '#web/ui/texts/use-now.tsx';

// These parts are loaded after the page, because they are empty at first.
const Toaster = lazyPart(async () => (await import('#web/ui/toasts/toast-cards.tsx')).Toaster);
const ConnectionNote = lazyPart(async () => (await import('./connection-note.tsx')).ConnectionNote);

/** After the server was unreachable, the calls of all open pages are spread over this many milliseconds. */
const RETURN_SPREAD_MS = 2_000;

let client: QueryClient | undefined;

/** Returns the query cache, which all connected pages share as long as the page is open. */
function sharedClient(): QueryClient {
  client ??= keepReads(createQueryClient(), readsOfDocument());
  return client;
}

/** Fetches the session before the page is rendered. Resolves with null if the server does not answer. */
export const fetchSession = () =>
  sharedClient()
    .ensureQueryData(sessionQuery)
    .catch(() => null);

/** Returns the session if it is already in the cache. */
export const knownSession = () => sharedClient().getQueryData(sessionQuery.queryKey);

/** Fetches a read of the next page into the cache. */
export const readEarly = <S extends RouteSpec>(spec: S, input: InputOf<S>): Promise<void> =>
  sharedClient().prefetchQuery(query(spec, input));

/**
 * Query cache, clock and toasts for pages that call the server. Static pages have none of them, so that a
 * first visit loads little.
 */
export function Connected({ children }: { children?: ReactNode }) {
  const served = useContext(ServedReadsContext);
  // The server renders pages for several people at the same time, so each rendering needs a separate cache.
  const [queries] = useState(() =>
    import.meta.env.SSR ? keepReads(createQueryClient(), served) : sharedClient(),
  );
  useEffect(
    () =>
      onReturn(() => setTimeout(() => void queries.invalidateQueries(), Math.random() * RETURN_SPREAD_MS)),
    [queries],
  );
  return (
    <QueryClientProvider client={queries}>
      <ServerTime>
        {children ?? <Outlet />}
        <OptionalPart>
          <ConnectionNote />
        </OptionalPart>
        <OptionalPart>
          <Toaster />
        </OptionalPart>
      </ServerTime>
    </QueryClientProvider>
  );
}

function ServerTime({ children }: { children: ReactNode }) {
  const { data, dataUpdatedAt } = useSession();
  // Replies in the document may be old, so they don't set the clock.
  return (
    <NowProvider offsetMs={data && dataUpdatedAt ? data.now.getTime() - dataUpdatedAt : 0}>
      {children}
    </NowProvider>
  );
}
