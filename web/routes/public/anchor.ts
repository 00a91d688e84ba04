import { useEffect } from 'react';
import { useLocation } from 'react-router';

const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** A target that has not moved for this many milliseconds is considered final. */
const STILL_MS = 4_000;
/** If the target is missing or still moving after this many milliseconds, scrolling to it ends. */
const LATEST_MS = 20_000;

/**
 * Scrolls to the element whose id is the fragment of the address. The browser alone does not find it, because
 * the page's chunk loads later. Returns the id, or '' if there is no fragment.
 */
export function useAnchor(): string {
  const { hash } = useLocation();
  const id = hash.slice(1);
  useEffect(() => (id ? follow(id) : undefined), [id]);
  return id;
}

/**
 * Scrolls to the target again while content above it loads, until the person scrolls or presses a key. Enter
 * is ignored before the target exists, because on a busy machine it may be the delayed key press that opened
 * the page.
 */
function follow(id: string): () => void {
  let place: number | undefined;
  let frame = 0;
  let still: ReturnType<typeof setTimeout> | undefined;
  const scrollToTarget = () => {
    const element = document.getElementById(id);
    // The target has no rectangle as long as a part above it, which is still loading, hides it.
    const top = () => element?.getClientRects()[0]?.top;
    if (top() !== undefined && top() !== place) {
      element?.scrollIntoView();
      place = top();
      clearTimeout(still);
      still = setTimeout(stop, STILL_MS);
    }
    frame = requestAnimationFrame(scrollToTarget);
  };
  frame = requestAnimationFrame(scrollToTarget);
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(still);
    clearTimeout(latest);
    for (const act of acts) removeEventListener(act, onAct);
  };
  const latest = setTimeout(stop, LATEST_MS);
  const onAct = (event: Event) => {
    const mayHaveOpened = event instanceof KeyboardEvent && event.key === 'Enter';
    if (place !== undefined || !mayHaveOpened) stop();
  };
  for (const act of acts) addEventListener(act, onAct, { passive: true });
  return stop;
}
