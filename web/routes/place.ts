import { Component, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { startScrolled } from '#web/ui/first-screen.ts';

/** How far an entry of the history was scrolled when it was left, and the link that was followed there. */
interface Place {
  y: number;
  link: string | null;
}

const places = new Map<string, Place>();

/**
 * A new page starts at its top, with the focus on its content: what a full page load would do. Going back leads to the place
 * that was left, and to the link that was followed there.
 */
export function usePlace(): void {
  const { pathname, key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const before = useRef({ pathname, key });
  // Before the paint, or the new page would be seen at the old one's place first.
  useLayoutEffect(() => {
    const left = before.current;
    before.current = { pathname, key };
    if (left.pathname === pathname) return;
    startScrolled(false);
    if (isReturn) return returnTo(places.get(key));
    // Needless scrolling has the browser lay out the page before it is complete.
    if (places.get(left.key)?.y !== 0) window.scrollTo(0, 0);
    focusMain();
  }, [pathname, key, isReturn]);
  useLayoutEffect(() => keepPlace(key), [key]);
  // Before the router listens, which draws the page at once.
  useLayoutEffect(restoreOurselves, []);
}

function focusMain(): void {
  const main = document.getElementById('main');
  // Focusing it again has the browser compute the styles of the new page, which its frame does anyway.
  if (main !== document.activeElement) main?.focus({ preventScroll: true });
}

/** Takes the focus off a page before it goes: the removal of a focused link has the browser compute the styles of all around it. */
export class FocusLeaves extends Component<{ pathname: string }> {
  override getSnapshotBeforeUpdate(before: { pathname: string }): null {
    if (before.pathname !== this.props.pathname) focusMain();
    return null;
  }

  /** React asks for it beside a snapshot. */
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}

/** Returns how to leave it. */
function returnTo(place: Place | undefined): (() => void) | undefined {
  window.scrollTo(0, place?.y ?? 0);
  const main = document.getElementById('main');
  const focusLink = () => {
    const link = main?.querySelector<HTMLElement>(`a[href="${CSS.escape(place?.link ?? '')}"]`);
    link?.focus({ preventScroll: true });
    return link;
  };
  if (!place?.link || !main || focusLink()) return;
  // Its row is drawn after the first paint; a focus that went elsewhere meanwhile stays there.
  const growth = new ResizeObserver(() => {
    const isElsewhere = ![document.body, main].includes(document.activeElement as HTMLElement);
    if (isElsewhere || focusLink()) growth.disconnect();
  });
  growth.observe(main);
  return () => growth.disconnect();
}

/** Notes where the reader is while this entry is shown. */
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

/** The browser would scroll the page that is left, before the other one is drawn; it does only what a reload needs. */
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
