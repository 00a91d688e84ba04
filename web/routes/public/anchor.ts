import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Brings the element that the address names behind its # into view. A page of its own chunk arrives after the browser
 * has looked for it, so the browser alone does not find it. Returns the id, '' when the address names none.
 */
export function useAnchor(): string {
  const { hash } = useLocation();
  const id = hash.slice(1);
  useEffect(() => {
    if (!id) return;
    // One frame later: a new page is first scrolled to its top.
    const frame = requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [id]);
  return id;
}
