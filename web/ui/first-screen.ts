import { useDeferredValue } from 'react';

/** A screen has room for fewer rows of any list below its head. */
const ROW_PX = 100;

/** The server draws whole pages. */
const isServer = !('document' in globalThis);
let scrolled = false;

/** Whether the page that is drawn next is shown at a place further down, which needs all that is above it. */
export function startScrolled(yes: boolean): void {
  scrolled = yes;
}

/** False until a page's first screen is painted: what is below it is drawn then. */
export const useScreenPainted = (): boolean => useDeferredValue(true, scrolled || isServer);

/** The rows that a first screen has room for, then all of them: the others are drawn after the first paint. */
export function useFirstRows<Row>(
  rows: readonly Row[] | undefined,
  rowPx = ROW_PX,
): readonly Row[] | undefined {
  return useScreenPainted() ? rows : rows?.slice(0, Math.ceil(innerHeight / rowPx));
}
