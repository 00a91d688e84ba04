import { Component, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { startScrolled } from '#web/ui/lists/first-screen.ts';

/** The scroll position of a history entry when it was left, and the link that was followed. */
interface Place {
  y: number;
  link: string | null;
}

const places = new Map<string, Place>();

/**
 * Begins each new page at the top, with the focus on its content, as after a full page load. Going back
 * restores the scroll position, and the focus on the link that was followed.
 */
export function usePlace(): void {
  const { pathname, key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const before = useRef({ pathname, key });
  // This runs before painting, because the new page would otherwise first appear at the old scroll position.
  useLayoutEffect(() => {
    const left = before.current;
    before.current = { pathname, key };
    if (left.pathname === pathname) return;
    startScrolled(false);
    if (isReturn) return returnTo(places.get(key));
    // Scrolling is skipped if the page is already at the top, because it makes the browser compute the layout
    // before the page is complete.
    if (places.get(left.key)?.y !== 0) window.scrollTo(0, 0);
    focusMain();
  }, [pathname, key, isReturn]);
  useLayoutEffect(() => keepPlace(key), [key]);
  // The listener must be registered before the router's listener, which renders the page at once.
  useLayoutEffect(restoreOurselves, []);
}

function focusMain(): void {
  const main = document.getElementById('main');
  // If the content is already focused, focusing it again would make the browser compute styles before its
  // next frame.
  if (main !== document.activeElement) main?.focus({ preventScroll: true });
}

/**
 * Moves the focus off a page before the page is removed. Removing a focused link would make the browser
 * restyle everything around the link.
 */
export class FocusLeaves extends Component<{ pathname: string }> {
  override getSnapshotBeforeUpdate(before: { pathname: string }): null {
    if (before.pathname !== this.props.pathname) focusMain();
    return null;
  }

  /** React requires this method in a class with a snapshot method. */
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}

/** Restores the scroll position and the focus. Returns a function that cancels the pending focus. */
function returnTo(place: Place | undefined): (() => void) | undefined {
  window.scrollTo(0, place?.y ?? 0);
  const main = document.getElementById('main');
  const focusLink = () => {
    const link = main?.querySelector<HTMLElement>(`a[href="${CSS.escape(place?.link ?? '')}"]`);
    link?.focus({ preventScroll: true });
    return link;
  };
  if (!place?.link || !main || focusLink()) return;
  // The row of the link is only rendered after the first paint. If the person has focused another element
  // meanwhile, the focus stays there.
  const growth = new ResizeObserver(() => {
    const isElsewhere = ![document.body, main].includes(document.activeElement as HTMLElement);
    if (isElsewhere || focusLink()) growth.disconnect();
  });
  growth.observe(main);
  return () => growth.disconnect();
}

/**
 * Records the scroll position and the followed link while this history entry is shown. Returns a function
 * that ends this.
 */
function keepPlace(key: string): () => void {
  const note = (part: Partial<Place>) => {
    const { y, link } = places.get(key) ?? { y: window.scrollY, link: null };
    places.set(key, { y, link, ...part });
  };
  const onScroll = () => note({ y: window.scrollY });
  const onClick = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    note({ y: window.scrollY, ...(link ? { link: link.getAttribute('href') } : {}) });
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  document.addEventListener('click', onClick, true);
  return () => {
    window.removeEventListener('scroll', onScroll);
    document.removeEventListener('click', onClick, true);
  };
}

const noteReturn = () => startScrolled((places.get(history.state?.key ?? 'default')?.y ?? 0) > 0);

/**
 * Turns off the browser's scroll restoration, which would scroll the old page before the new page is
 * rendered. It is only left on for reloads.
 */
function restoreOurselves(): () => void {
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  const giveBack = () => {
    history.scrollRestoration = 'auto';
  };
  takeOver();
  window.addEventListener('popstate', noteReturn);
  window.addEventListener('pageshow', takeOver);
  window.addEventListener('pagehide', giveBack);
  return () => {
    window.removeEventListener('popstate', noteReturn);
    window.removeEventListener('pageshow', takeOver);
    window.removeEventListener('pagehide', giveBack);
  };
}
