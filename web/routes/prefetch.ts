import { loadPage } from './table.tsx';

/** A pointer that crosses a link, a finger that begins to scroll on it, or a Tab that passes it means nothing. */
const INTENT_MS = 80;

/** What was fetched lately, so that no link is asked about at each touch. */
const fetched = new Map<string, number>();
const AGAIN_MS = 30_000;

/** Addresses whose page reads something that they name (page-data.ts, which brings queries and schemas with it). */
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
  // What did not come is fetched again by the page, which says so if it fails.
  await Promise.allSettled([loadPage(pathname), data]);
}
