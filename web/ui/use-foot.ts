import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

let height = 0;
const readers = new Set<() => void>();

function setHeight(next: number): void {
  height = next;
  for (const read of readers) read();
}

/** For what sticks to the foot of a page and must not be covered: messages stand above it. */
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

/** How high it is, in pixels. Not a property of the page, whose every change would style all of its elements anew. */
export const useFootHeight = (): number =>
  useSyncExternalStore(
    follow,
    () => height,
    () => 0,
  );
