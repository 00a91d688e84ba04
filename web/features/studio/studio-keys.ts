/** What a key does, by its name; letters in small. */
export type StudioKeys = Record<string, () => void>;

const typing = 'input:not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable]';

/** Whether a key is meant for the studio as a whole: not for a field, nor for what has the focus and takes it itself. */
export function keyFor(
  event: Pick<KeyboardEvent, 'key' | 'target' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): string | null {
  const target = event.target as Element | null;
  if (target?.closest?.(typing) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'z' && key !== 'y') return null;
    return key === 'y' || event.shiftKey ? 'redo' : 'undo';
  }
  if (key === ' ') return target?.closest?.('button,a,summary,input,[role]') ? null : 'space';
  return key;
}
