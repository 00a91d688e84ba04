import { useSyncExternalStore } from 'react';

const root = () => document.documentElement;

function watch(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(root(), { attributes: true, attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** Whether the page is dark, as the class of the document's root element says. */
export function useDarkMode(): boolean {
  return useSyncExternalStore(
    watch,
    () => root().classList.contains('dark'),
    () => false,
  );
}

/** Returns what `read` finds while the page is light. The page keeps its theme, and nothing is painted meanwhile. */
export function inLight<T>(read: () => T): T {
  const isDark = root().classList.contains('dark');
  root().classList.remove('dark');
  try {
    return read();
  } finally {
    root().classList.toggle('dark', isDark);
  }
}

/** Sets the class, and stores `darkMode` as "true" or "false", as specified. */
export function setDarkMode(dark: boolean): void {
  root().classList.toggle('dark', dark);
  try {
    localStorage.setItem('darkMode', String(dark));
  } catch {
    // Storage can be blocked. The choice is then only kept until the page is left.
  }
}
