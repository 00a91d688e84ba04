/** The reads of public pages that a document can carry. */
export type ServedRoute = 'session' | 'showListing' | 'publicProfile';

/**
 * A reply, in wire form, that comes with the document of a public page: the server draws the page from it, and the browser goes on
 * with it.
 */
export interface ServedRead {
  route: ServedRoute;
  params: Record<string, string>;
  reply: unknown;
}

/** The id of the element that holds them. */
export const SERVED_READS_ID = 'served-reads';
