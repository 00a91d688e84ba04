import { type ComponentType, lazy, useState } from 'react';

/** A component in a chunk of its own. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the chunk; what is mounted afterwards is drawn at once. */
  load: () => Promise<unknown>;
  isLoaded: () => boolean;
};

/** Shows a part once its chunk is there, so at once from the second time on; if that fails, the part says so when it is shown. */
export function whenLoaded(part: Pick<LazyPart<object>, 'load' | 'isLoaded'>, show: () => void): void {
  if (part.isLoaded()) show();
  else void part.load().then(show, show);
}

/** Fetches what is likely to be shown soon; if that fails, the part says so when it is shown. */
export const fetchEarly = (part: Pick<LazyPart<object>, 'load'>): void =>
  void part.load().catch(() => undefined);

let isLeaving = false;
globalThis.addEventListener?.('pagehide', () => (isLeaving = true));
globalThis.addEventListener?.('pageshow', () => (isLeaving = false));

/**
 * A browser aborts what a page still loads when it is left; that is no failure to show or log. The part is fetched again when the page is
 * shown again.
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
 * A component that is fetched when it is first shown, under a `Suspense`, or before by its `load`. React leaves what it shows
 * while it waits for at least 300 ms (FALLBACK_THROTTLE_MS of react-reconciler), each time, even if the chunk is there by then.
 * So what is known to come is loaded first.
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
    // The same until it is unmounted: another type would lose its state.
    const [Shown] = useState(() => loaded ?? Waiting);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load, isLoaded: () => loaded !== undefined });
}
