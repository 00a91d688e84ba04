import type { Locator, Page } from '@playwright/test';
import axe from 'axe-core';

type Axe = typeof axe;

/** The script is injected into every frame, whatever its origin, so that embedded content is checked too. */
const script = `${axe.source};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/**
 * Returns the problems that axe finds on a page or parts of it, with all rules or only those about colors.
 * Axe's script is injected once per document, and one run checks all parts.
 */
export async function readerFaults(
  page: Page,
  which: 'all' | 'colors' = 'all',
  parts: Locator = page.locator('html'),
): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(script);
  const violations = await parts.evaluateAll(violationsFor, which);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `axe ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  );
}

/** Runs in the page and returns violations only, without the checks that passed. */
async function violationsFor(parts: Element[], which: 'all' | 'colors') {
  const colors = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
  const { violations } = await (window as unknown as { axe: Axe }).axe.run(
    { include: parts },
    {
      resultTypes: ['violations'],
      ...(which === 'colors' && { runOnly: colors }),
    },
  );
  return violations;
}

/** Returns the layout problems of a page of Playwright, or of Puppeteer, which drives Firefox. */
export const layoutFaults = (page: {
  evaluate(work: () => string[]): Promise<string[]>;
}): Promise<string[]> => page.evaluate(seenFaults);

/**
 * Runs in the page: finds horizontal overflow, controls that are cut off, and text that is cut off and can't
 * be read otherwise.
 */
function seenFaults(): string[] {
  const faults: string[] = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`The page is ${wide} px wider than its window.`);
  const nameOf = (control: HTMLElement) => control.ariaLabel ?? control.textContent?.trim().slice(0, 80);
  const hides = (value: string) => value === 'hidden' || value === 'clip';
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!own || element.clientWidth < 2 || element.closest('[aria-hidden="true"], .sr-only')) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const across = hides(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const down = hides(overflowY) && element.scrollHeight > element.clientHeight + 4;
    // Text may be cut off in a row of two lines, which shows the whole text when it is opened, or on the page
    // to which it leads.
    if ((across || down) && !element.closest('[title], tr:has([data-row])'))
      faults.push(
        `Cut off: "${element.textContent?.trim().slice(0, 80)}" in <${element.tagName.toLowerCase()}>.`,
      );
  }
  // A cut-off control is a fault even in such a row, because it can still be focused.
  for (const control of document.querySelectorAll<HTMLElement>(
    'tr:has([data-row]) td :is(a,button,input,select)',
  )) {
    const cell = control.closest('td')!;
    const { overflowX, overflowY } = getComputedStyle(cell);
    const [inner, outer] = [control.getBoundingClientRect(), cell.getBoundingClientRect()];
    const across = hides(overflowX) && (inner.right > outer.right + 1 || inner.left < outer.left - 1);
    const down = hides(overflowY) && (inner.bottom > outer.bottom + 1 || inner.top < outer.top - 1);
    if (inner.width > 0 && (across || down)) faults.push(`Cut off: the control "${nameOf(control)}".`);
  }
  return faults;
}
