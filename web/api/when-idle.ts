/** Delay in browsers that can't report idle time. */
const SOON_MS = 1_500;

/** Calls `act` once the page is idle. Returns a function that cancels the call. */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(act, { timeout: 2 * SOON_MS });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(act, SOON_MS);
  return () => clearTimeout(timer);
}
