import { useRef } from 'react';

/** Returns the focus to the element that opened an overlay, or to the page's content when what was done took that away. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const from = opener.current;
      const to = from?.isConnected ? from : document.getElementById('main');
      if (to instanceof HTMLElement) to.focus();
    },
  };
}
