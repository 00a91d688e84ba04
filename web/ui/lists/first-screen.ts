import { useDeferredValue } from 'react';

/** No row of any list is lower than this, in pixels: it bounds the rows that a screen can show. */
const ROW_PX = 100;

/** The server renders whole pages. */
const isServer = !('document' in globalThis);
let scrolled = false;

/** Call with true before rendering a page that is restored at a scroll position, which needs everything above it. */
export function startScrolled(yes: boolean): void {
  scrolled = yes;
}

/** False until the first screen of a page is painted: the content below is rendered after that. */
export const useScreenPainted = (): boolean => useDeferredValue(true, scrolled || isServer);

/** First the rows that fit the first screen; after the first paint all rows. */
export function useFirstRows<Row>(
  rows: readonly Row[] | undefined,
  rowPx = ROW_PX,
): readonly Row[] | undefined {
  return useScreenPainted() ? rows : rows?.slice(0, Math.ceil(innerHeight / rowPx));
}
