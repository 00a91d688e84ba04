import { type ComponentType, lazy, useState } from 'react';

/** A component whose code is in a separate chunk. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the chunk. Components mounted after that render at once. */
  load: () => Promise<unknown>;
  isLoaded: () => boolean;
};

/**
 * Calls `show` when the part's chunk is loaded, at once if it already is. If loading fails, `show` is also
 * called, because the part then shows the error.
 */
export function whenLoaded(part: Pick<LazyPart<object>, 'load' | 'isLoaded'>, show: () => void): void {
  if (part.isLoaded()) show();
  else void part.load().then(show, show);
}

/**
 * Fetches a part that will probably be shown soon. If this fails, the part shows the error when it is
 * rendered.
 */
export const fetchEarly = (part: Pick<LazyPart<object>, 'load'>): void =>
  void part.load().catch(() => undefined);

let isLeaving = false;
globalThis.addEventListener?.('pagehide', () => (isLeaving = true));
globalThis.addEventListener?.('pageshow', () => (isLeaving = false));

/**
 * Fetches a part. When a page is left, the browser aborts its pending requests. That failure is neither shown
 * nor logged, and the part is fetched again when the page is shown again.
 */
async function unlessLeft<T>(fetchPart: () => Promise<T>): Promise<T> {
  try {
    return await fetchPart();
  } catch (error) {
    if (!isLeaving) throw error;
    await new Promise((shown) => addEventListener('pageshow', shown, { once: true }));
    return await fetchPart();
  }
}

/**
 * Returns a component whose chunk is fetched by `load`, or else when it is first rendered, within a
 * `Suspense`. React shows a fallback for at least 300 ms (FALLBACK_THROTTLE_MS of react-reconciler) even if
 * the chunk arrives sooner, so a part that will certainly be shown should be loaded beforehand.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded = await unlessLeft(fetchPart);
    return { default: loaded };
  };
  const Waiting = lazy(load);
  function Part(props: Props) {
    // The component type stays the same until unmounting, because another type would lose the state.
    const [Shown] = useState(() => loaded ?? Waiting);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load, isLoaded: () => loaded !== undefined });
}
