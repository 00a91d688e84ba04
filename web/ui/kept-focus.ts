import { useEffect } from 'react';

/** What a screen reader names when it is focused. */
const named =
  'main, dialog, form, section, article, li, tr, [role]:not([role="status"], [role="alert"], [role="presentation"])';

/** A dialog that closes gives the focus back itself; only then is it known to be lost. */
const SETTLED_MS = 60;

/**
 * A pressed button may be gone with what it did: an Undo whose time is over, a row that was decided. The browser then focuses
 * nothing, and a screen reader starts again at the top of the page. The focus goes to what stood around the element instead.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The focused element and what is around it, innermost first. */
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
  // Until the focus leaves it: a press inside of it must not focus it again.
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
