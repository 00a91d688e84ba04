/** Reads of public pages whose replies a document can contain. */
export type ServedRoute = 'session' | 'showListing' | 'publicProfile';

/**
 * A reply in wire form, embedded in the document of a public page. The server renders the page from it, and
 * the browser starts with it.
 */
export interface ServedRead {
  route: ServedRoute;
  params: Record<string, string>;
  reply: unknown;
}

/** Id of the element that contains the embedded replies. */
export const SERVED_READS_ID = 'served-reads';
