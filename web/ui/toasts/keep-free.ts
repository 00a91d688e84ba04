import { toast as sonner } from 'sonner';
import { footHeight } from '#web/ui/pages/use-foot.ts';
import { type Corner, coveredIn, freeCorner } from './free-corner.ts';

/** Milliseconds after the last change of the page until shown toasts look whether they cover something. */
const CALM_MS = 200;

interface Placed {
  corner: Corner;
  move: (to: Corner) => void;
}

const placed = new Map<string | number, Placed>();
let timer = 0;
let observer: MutationObserver | undefined;

/**
 * Keeps a shown toast off forms and buttons that appear below it, such as those of a dialog or of the page to
 * which a link leads. A toast that somebody points at or has focused stays where it is meanwhile.
 */
export function keepFree(id: string | number, corner: Corner, move: (to: Corner) => void): void {
  placed.set(id, { corner, move });
  if (observer) return;
  observer = new MutationObserver(moveWhenCalm);
  // Dialogs are added to the body, beside the app's root.
  observer.observe(document.body, { childList: true, subtree: true });
}

function moveWhenCalm(): void {
  clearTimeout(timer);
  timer = window.setTimeout(moveCovering, CALM_MS);
}

function moveCovering(): void {
  const shown = new Set(sonner.getToasts().map(({ id }) => id));
  for (const id of placed.keys()) if (!shown.has(id)) placed.delete(id);
  if (placed.size === 0) {
    observer?.disconnect();
    observer = undefined;
    return;
  }
  if (document.querySelector('[data-sonner-toast]:is(:hover, :focus-within)')) {
    // The page may not change again when the pointer leaves.
    moveWhenCalm();
    return;
  }
  const foot = footHeight();
  for (const one of placed.values()) {
    const to = freeCorner(foot);
    if (coveredIn(to, foot) >= coveredIn(one.corner, foot)) continue;
    one.corner = to;
    one.move(to);
  }
}
