import { useEffect } from 'react';

/** Elements that a screen reader announces by role or name when they are focused. */
const named =
  'main, dialog, form, section, article, li, tr, [role]:not([role="status"], [role="alert"], [role="presentation"])';

/**
 * Milliseconds to wait for a closing dialog, which may return the focus. If the focus is then nowhere, it was
 * lost.
 */
const SETTLED_MS = 60;

/**
 * Keeps the focus near a removed element. A pressed button may disappear with its effect, such as an expired
 * *Undo* or a decided row. The browser then focuses nothing, and a screen reader starts again at the top of
 * the page. This hook focuses the nearest remaining parent of the removed element instead.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element and its ancestors, innermost first. */
    let around: Element[] = [];
    let timer = 0;
    const note = ({ target }: Event) => {
      around = target instanceof Element ? chain(target) : [];
    };
    const settle = () => {
      if (isLost(around)) focusFirst(around);
    };
    const gone = new MutationObserver(() => {
      if (!isLost(around)) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(settle, SETTLED_MS);
    });
    document.addEventListener('focusin', note);
    gone.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      gone.disconnect();
      window.clearTimeout(timer);
    };
  }, []);
}

function chain(element: Element): Element[] {
  const parents: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) parents.push(at);
  return parents;
}

const isLost = ([focused]: Element[]): boolean =>
  focused !== undefined && !focused.isConnected && document.activeElement === document.body;

function focusFirst(around: Element[]): void {
  const place =
    around.find((element) => element.isConnected && element.matches(named)) ??
    document.getElementById('main');
  if (!(place instanceof HTMLElement)) return;
  // The element can only be focused until the focus leaves it, so that pressing inside does not focus it
  // again.
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
