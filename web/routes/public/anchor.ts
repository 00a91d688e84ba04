import { useEffect } from 'react';
import { useLocation } from 'react-router';

const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** A target that has not moved for this many milliseconds is final. */
const STILL_MS = 4_000;
/** If it is missing or still moves after this many milliseconds, the page stays where it is. */
const LATEST_MS = 20_000;

/**
 * Scrolls to the element whose id is the address's fragment. The browser alone does not find it, because the
 * page's chunk loads later. Returns the id; '' when there is no fragment.
 */
export function useAnchor(): string {
  const { hash } = useLocation();
  const id = hash.slice(1);
  useEffect(() => (id ? follow(id) : undefined), [id]);
  return id;
}

/**
 * Scrolls to the target again while content above it loads, until the person scrolls or presses a key. Enter
 * before the target exists is ignored: on a busy machine it may be the delayed key press that opened the
 * page.
 */
function follow(id: string): () => void {
  let place: number | undefined;
  let frame = 0;
  let still: ReturnType<typeof setTimeout> | undefined;
  const scrollToTarget = () => {
    const element = document.getElementById(id);
    // No rectangle while it is hidden by something that loads above it.
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
