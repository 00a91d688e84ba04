import { useRef } from 'react';

interface Overlay {
  /** Focused when it opened; null where nothing was. */
  opener: HTMLElement | null;
}

/** Those that are open, the last one on top. */
const opened: Overlay[] = [];

/** Returns the focus to the element that opened an overlay, or to the page's content when what was done took that away. */
export function useReturnFocus() {
  const overlay = useRef<Overlay>({ opener: null });
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement;
      const opener = focused instanceof HTMLElement && focused !== document.body ? focused : null;
      overlay.current = { opener };
      opened.push(overlay.current);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const at = opened.indexOf(overlay.current);
      const next = at < 0 ? undefined : opened[at + 1];
      if (at >= 0) opened.splice(at, 1);
      const opener = overlay.current.opener?.isConnected ? overlay.current.opener : null;
      // One that took its place, such as a secret after its form, returns to where both began.
      if (next) next.opener = next.opener?.isConnected ? next.opener : opener;
      else (opener ?? document.getElementById('main'))?.focus();
    },
  };
}
