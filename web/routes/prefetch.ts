import { loadPage } from './table.tsx';

/** A pointer that crosses a link, or a Tab that passes it, means nothing. */
const INTENT_MS = 80;

/** What was fetched lately, so that no link is asked about at each touch. */
const fetched = new Map<string, number>();
const AGAIN_MS = 30_000;

/** Fetches scripts and data of the page behind a link that somebody is about to follow. */
export function prefetchOnIntent(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const intend = ({ type, target }: Event) => {
    clearTimeout(waiting);
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.hasAttribute('download')) return;
    const { pathname } = link;
    // A finger on a link is about to lift.
    waiting = setTimeout(() => void prefetch(pathname), type === 'touchstart' ? 0 : INTENT_MS);
  };
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(sign, intend, { passive: true });
}

async function prefetch(pathname: string): Promise<void> {
  const now = performance.now();
  if (pathname === location.pathname || now - (fetched.get(pathname) ?? -AGAIN_MS) < AGAIN_MS) return;
  fetched.set(pathname, now);
  const parts = [loadPage(pathname), import('./page-data.ts').then((part) => part.fetchPageData(pathname))];
  // What did not come is fetched again by the page, which says so if it fails.
  await Promise.allSettled(parts);
}
