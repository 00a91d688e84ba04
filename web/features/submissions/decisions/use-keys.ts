import { useEffect, useRef } from 'react';

/** Excludes inputs in which no letters are typed. */
const chosen = ':not([type="checkbox"], [type="radio"], [type="button"])';

/** Whether the event's target takes letters, or a dialog or menu is open. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const typed = `input${chosen}, textarea, select, [contenteditable], [role="dialog"], [role="menu"]`;
  return target.closest(typed) !== null;
}

/**
 * Handles single-key shortcuts of the page ("a", "j", "?"). They are ignored while somebody types, and in
 * dialogs.
 */
export function useKeys(actions: Record<string, () => void>, active: boolean): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isElsewhere(event.target)) return;
      const action = current.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [active]);
}
