import { type ComponentType, lazy, useState } from 'react';

/** A component in a separate chunk. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the chunk; components mounted afterwards render at once. */
  load: () => Promise<unknown>;
  isLoaded: () => boolean;
};

/**
 * Calls `show` once the part's chunk is loaded, so at once from the second time on. If loading fails, the
 * part shows the error.
 */
export function whenLoaded(part: Pick<LazyPart<object>, 'load' | 'isLoaded'>, show: () => void): void {
  if (part.isLoaded()) show();
  else void part.load().then(show, show);
}

/** Fetches a part that will probably be shown soon. If that fails, the part shows the error when it is shown. */
export const fetchEarly = (part: Pick<LazyPart<object>, 'load'>): void =>
  void part.load().catch(() => undefined);

let isLeaving = false;
globalThis.addEventListener?.('pagehide', () => (isLeaving = true));
globalThis.addEventListener?.('pageshow', () => (isLeaving = false));

/**
 * When a page is left, the browser aborts its pending requests. That failure is neither shown nor logged: the
 * part is fetched again when the page is shown again.
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
 * A component whose chunk is fetched by `load`, or else when it is first shown, under a `Suspense`. React
 * shows a fallback for at least 300 ms (FALLBACK_THROTTLE_MS of react-reconciler) even if the chunk arrives
 * earlier, so parts that will certainly be shown are loaded beforehand.
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
    // Constant until unmounting, because another component type would lose its state.
    const [Shown] = useState(() => loaded ?? Waiting);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load, isLoaded: () => loaded !== undefined });
}
