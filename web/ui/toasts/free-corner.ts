/** A corner of the window in which toasts appear, in the terms of sonner. */
export type Corner = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

/** The size of a toast in pixels. */
const WIDTH = 360;
const HEIGHT = 96;
/** The distances of toasts from the window's edges. On a phone they leave room for the bars at its top and bottom. */
export const wideEdges = { top: 24, bottom: 24, left: 24, right: 24 };
export const phoneEdges = { top: 64, bottom: 72, left: 16, right: 16 };
const PHONE_PX = 600;
/** Distance between two places that are looked at. It is less than the height of a button. */
const STEP = 24;

/** In the order of preference. On a phone left and right are the same. */
const corners: readonly Corner[] = ['bottom-right', 'bottom-left', 'top-right', 'top-left'];

const CONTROLS = 'a, button, input, select, textarea, label, form, [role="dialog"], [role="alertdialog"]';

/** Returns the distinct controls and forms below a toast in this corner. */
export function coveredIn(corner: Corner, foot: number): number {
  const edges = innerWidth <= PHONE_PX ? phoneEdges : wideEdges;
  const width = Math.min(WIDTH, innerWidth - edges.left - edges.right);
  const left = corner.endsWith('left') ? edges.left : innerWidth - edges.right - width;
  const top = corner.startsWith('top') ? edges.top : innerHeight - edges.bottom - foot - HEIGHT;
  const covered = new Set<Element>();
  for (let x = left; x <= left + width; x += STEP)
    for (let y = top; y <= top + HEIGHT; y += STEP) {
      const below = document
        .elementsFromPoint(x, y)
        .find((element) => !element.closest('[data-sonner-toaster]'));
      const control = below?.closest(CONTROLS);
      if (control) covered.add(control);
    }
  return covered.size;
}

/**
 * Returns the first corner in which a toast covers no form and no button, or else the corner with the fewest.
 * @param foot the height of what sticks to the bottom of the page, above which the lower toasts are
 */
export function freeCorner(foot: number, covered = coveredIn): Corner {
  const counts = corners.map((corner) => covered(corner, foot));
  return corners[counts.indexOf(Math.min(...counts))]!;
}
