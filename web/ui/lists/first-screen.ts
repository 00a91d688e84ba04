import { useDeferredValue } from 'react';
import { useHydrated } from '#web/ui/pages/hydration.ts';

/** Minimum height of a row in any list, in pixels. It bounds the number of rows that fit on a screen. */
const ROW_PX = 100;

/** On the server all rows are rendered at once. */
const isServer = !('document' in globalThis);
let scrolled = false;

/**
 * Call this with true before a page is restored at a scroll position, because everything above the position
 * must then be rendered.
 */
export function startScrolled(yes: boolean): void {
  scrolled = yes;
}

/**
 * Returns false until the first screen of a page is painted. Content below it should be rendered after that.
 */
export function useScreenPainted(): boolean {
  // A document from the server has everything, and must be hydrated with the same content.
  const isHydrating = !useHydrated();
  return useDeferredValue(true, scrolled || isServer || isHydrating);
}

/** Returns the rows that fit on the first screen, and after the first paint all rows. */
export function useFirstRows<Row>(
  rows: readonly Row[] | undefined,
  rowPx = ROW_PX,
): readonly Row[] | undefined {
  return useScreenPainted() ? rows : rows?.slice(0, Math.ceil(innerHeight / rowPx));
}
