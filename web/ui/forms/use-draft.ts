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
    // Storage can be full or switched off. The text is then only kept until the page is left.
  }
}

/**
 * Returns a draft that survives a closed dialog, an expired session and a reload of this tab. Setting an
 * empty text removes it.
 */
export function useDraft(key: string): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => read(key));
  const set = (next: string) => {
    setText(next);
    write(key, next);
  };
  return [text, set];
}
