import { useLayoutEffect, useRef } from 'react';

/** For what sticks to the foot of a page and must not be covered: messages stand above it (`--foot-height`). */
export function useFoot() {
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = foot.current;
    if (!element) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty('--foot-height', `${element.offsetHeight}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty('--foot-height');
    };
  }, []);
  return foot;
}
