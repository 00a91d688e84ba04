import { useRef } from 'react';

interface Overlay {
  /** The element that had the focus when the overlay opened; null if none had it. */
  opener: HTMLElement | null;
}

/** The open overlays, topmost last. */
const opened: Overlay[] = [];

/**
 * Returns the focus to the element that opened an overlay, or to the page's content if the element no longer
 * exists.
 */
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
      // Another overlay may have replaced this one, such as a secret after its form. When it closes, the
      // focus returns to the element that opened this overlay.
      if (next) next.opener = next.opener?.isConnected ? next.opener : opener;
      else (opener ?? document.getElementById('main'))?.focus();
    },
  };
}
