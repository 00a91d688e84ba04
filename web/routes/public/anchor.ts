import { useEffect } from 'react';
import { useLocation } from 'react-router';

const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** What has stood still for so long has arrived. */
const STILL_MS = 4_000;

/**
 * Brings the element that the address names behind its # into view. A page of its own chunk arrives after the browser
 * has looked for it, so the browser alone does not find it. Returns the id, '' when the address names none.
 */
export function useAnchor(): string {
  const { hash } = useLocation();
  const id = hash.slice(1);
  useEffect(() => (id ? follow(id) : undefined), [id]);
  return id;
}

/** What stands above may still load and push it away: it is followed until the person does something. */
function follow(id: string): () => void {
  let place: number | undefined;
  let frame = 0;
  let limit: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const element = document.getElementById(id);
    // Hidden while something above it loads.
    const top = () => element?.getClientRects()[0]?.top;
    if (top() !== undefined && top() !== place) {
      element?.scrollIntoView();
      place = top();
      clearTimeout(limit);
      limit = setTimeout(stop, STILL_MS);
    }
    frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(limit);
    for (const act of acts) removeEventListener(act, stop);
  };
  for (const act of acts) addEventListener(act, stop, { passive: true });
  return stop;
}
