import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

let height = 0;
const readers = new Set<() => void>();

function setHeight(next: number): void {
  height = next;
  for (const read of readers) read();
}

/**
 * Marks an element that sticks to the bottom of a page and must stay visible, so that toasts are placed above
 * it.
 */
export function useFoot() {
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = foot.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setHeight(element.offsetHeight));
    watch.observe(element);
    return () => {
      watch.disconnect();
      setHeight(0);
    };
  }, []);
  return foot;
}

function follow(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

/** The same height outside a component. */
export const footHeight = (): number => height;

/**
 * Returns the height in pixels of the element that `useFoot` marks. It is not a custom property, because
 * changing one would restyle all elements of the page.
 */
export const useFootHeight = (): number =>
  useSyncExternalStore(
    follow,
    () => height,
    () => 0,
  );
