const typing = 'input:not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable]';
/** Overlays of the studio, which handle keys themselves. */
const over = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]';
/**
 * Elements that the space bar presses. While a slider or panel is focused, the studio handles the space bar.
 */
const pressed =
  'button,a,summary,input,[role=button],[role=tab],[role=checkbox],[role=radio],[role=switch],[role=option],[role=menuitem]';

/**
 * Returns the name of the pressed key if the studio should handle it. It should not if a field, or another
 * element that handles the key, has the focus.
 */
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
