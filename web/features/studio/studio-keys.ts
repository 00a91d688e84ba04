/** What a key does, by its name; letters in small. */
export type StudioKeys = Record<string, () => void>;

const typing = 'input:not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable]';
/** What lies over the studio has its own keys. */
const over = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]';
/** What Space presses; sliders and panels leave it to the studio. */
const pressed =
  'button,a,summary,input,[role=button],[role=tab],[role=checkbox],[role=radio],[role=switch],[role=option],[role=menuitem]';

/** Whether a key is meant for the studio as a whole: not for a field, nor for what has the focus and takes it itself. */
export function keyFor(
  event: Pick<KeyboardEvent, 'key' | 'target' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): string | null {
  const target = event.target as Element | null;
  if (target?.closest?.(`${typing},${over}`) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'z' && key !== 'y') return null;
    return key === 'y' || event.shiftKey ? 'redo' : 'undo';
  }
  if (key === ' ') return target?.closest?.(pressed) ? null : 'space';
  return key;
}
