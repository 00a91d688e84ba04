import { useState } from 'react';

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Storage can be full or switched off: the text then lasts until the page is left.
  }
}

/** A draft that survives a closed dialog, an expired session and a reload of this tab; an empty text clears it. */
export function useDraft(key: string): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => read(key));
  const set = (next: string) => {
    setText(next);
    write(key, next);
  };
  return [text, set];
}
