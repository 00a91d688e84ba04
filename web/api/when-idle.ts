/** Where a browser can't say when it is idle. */
const SOON_MS = 1_500;

/** Does something once nothing is left to do for the page. Returns how to leave it. */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(act, { timeout: 2 * SOON_MS });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(act, SOON_MS);
  return () => clearTimeout(timer);
}
