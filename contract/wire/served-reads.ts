/** Reads of public pages whose replies the server may embed in the document. */
export type ServedRoute = 'session' | 'showListing' | 'publicProfile' | 'exploreListings' | 'countListings';

/**
 * A reply in its wire form, embedded in the document of a public page. The server renders the page with it,
 * and the browser starts with the same data.
 */
export interface ServedRead {
  route: ServedRoute;
  params: Record<string, string>;
  query?: Record<string, string>;
  reply: unknown;
}

/** Id of the element that contains the embedded replies. */
export const SERVED_READS_ID = 'served-reads';
