import { loadPage } from './table.tsx';

/**
 * A pointer that crosses a link, a finger that scrolls over it or a Tab past it is shorter than this and no
 * intent to open it.
 */
const INTENT_MS = 80;

/** Recently fetched paths, so that a repeated touch does not fetch again. */
const fetched = new Map<string, number>();
const AGAIN_MS = 30_000;

/** Paths whose page reads an object (page-data.ts, which loads queries and schemas). */
const reads = /^\/(?:listings|clips)\/[^/]+$|^\/@[^/]+$/;

/** Fetches scripts and data of the page behind a link that somebody is about to follow. */
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
  // The page fetches failed parts again, and shows if that fails.
  await Promise.allSettled([loadPage(pathname), data]);
}
