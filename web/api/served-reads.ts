import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import { z } from 'zod';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { listingRoutes } from '#contract/listings/listings.ts';
import { profileRoutes } from '#contract/profiles.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { SERVED_READS_ID, type ServedRead, type ServedRoute } from '#contract/wire/served-reads.ts';
import { keyOf, pagesKey } from './query.ts';

const served: Record<ServedRoute, RouteSpec> = {
  session: accountRoutes.session,
  showListing: listingRoutes.showListing,
  publicProfile: profileRoutes.publicProfile,
  exploreListings: listingRoutes.exploreListings,
  countListings: listingRoutes.countListings,
};

/** Routes that pages read with `usePages`, in the shape of its data. */
const paged: ReadonlySet<ServedRoute> = new Set<ServedRoute>(['exploreListings']);

/** Replies that the server has read for a page that it renders. */
export const ServedReadsContext = createContext<readonly ServedRead[]>([]);

/** Returns the replies embedded in the document; empty if it has none, as in tests of screens. */
export function readsOfDocument(): ServedRead[] {
  if (typeof document === 'undefined') return [];
  const text = document.getElementById(SERVED_READS_ID)?.textContent;
  return text ? (JSON.parse(text) as ServedRead[]) : [];
}

/**
 * Adds the replies to the cache as outdated data, so that they are refetched when shown. A browser may keep a
 * document for days.
 */
export function keepReads(client: QueryClient, reads: readonly ServedRead[]): QueryClient {
  for (const { route, params, query, reply } of reads) {
    const spec = served[route];
    const data = z.decode(spec.reply, reply as z.input<typeof spec.reply>);
    const key = keyOf(spec, { params, query });
    if (paged.has(route)) {
      client.setQueryData(pagesKey(key), { pages: [data], pageParams: [null] }, { updatedAt: 0 });
    } else client.setQueryData(key, data, { updatedAt: 0 });
  }
  return client;
}
