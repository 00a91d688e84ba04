import { loadPage } from './table.tsx';

/**
 * A pointer, finger or focus that is on a link for fewer milliseconds than this only crosses it and shows no
 * intent to open it.
 */
const INTENT_MS = 80;

/**
 * Paths that were recently fetched, with the time, so that touching a link repeatedly does not fetch its page
 * each time.
 */
const fetched = new Map<string, number>();
const AGAIN_MS = 30_000;

/** Matches paths whose page reads an object. page-data.ts reads it, with queries and schemas. */
const reads = /^\/(?:listings|clips)\/[^/]+$|^\/@[^/]+$/;

/** Fetches the scripts and data of a page when somebody is about to follow a link to it. */
export function prefetchOnIntent(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const intend = ({ target }: Event) => {
    clearTimeout(waiting);
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.hasAttribute('download')) return;
    const { pathname } = link;
    waiting = setTimeout(() => void prefetch(pathname), INTENT_MS);
  };
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(sign, intend, { passive: true });
  for (const sign of ['pointercancel', 'touchmove'])
    document.addEventListener(sign, () => clearTimeout(waiting), { passive: true });
}

async function prefetch(pathname: string): Promise<void> {
  const now = performance.now();
  if (pathname === location.pathname || now - (fetched.get(pathname) ?? -AGAIN_MS) < AGAIN_MS) return;
  fetched.set(pathname, now);
  const data = reads.test(pathname) && import('./page-data.ts').then((part) => part.fetchPageData(pathname));
  // Failures are ignored here, because the page fetches missing parts again and shows if that fails.
  await Promise.allSettled([loadPage(pathname), data]);
}
