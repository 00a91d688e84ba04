import { useEffect } from 'react';
import { useLocation } from 'react-router';

const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** A target that has not moved for this long is final. */
const STILL_MS = 4_000;
/** Where it is not there or still moves after this long, the page stays where the person is. */
const LATEST_MS = 20_000;

/**
 * Brings the element that the address names behind its # into view. The browser alone does not find it, because the
 * page's chunk loads later. Returns the id; '' when the address names none.
 */
export function useAnchor(): string {
  const { hash } = useLocation();
  const id = hash.slice(1);
  useEffect(() => (id ? follow(id) : undefined), [id]);
  return id;
}

/**
 * Scrolls to the target again while content above it loads, until the person scrolls or presses a key. Enter before it is
 * there changes nothing: it may be the key that opened the page, still on its way on a busy machine.
 */
function follow(id: string): () => void {
  let place: number | undefined;
  let frame = 0;
  let still: ReturnType<typeof setTimeout> | undefined;
  const scrollToTarget = () => {
    const element = document.getElementById(id);
    // Hidden while something above it loads.
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
