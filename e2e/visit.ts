import type { Page } from '@playwright/test';

/**
 * Navigates as a link does, so that the browser loads the app once and not per page. Loads the page as a
 * document if no link could lead to it.
 */
export async function visit(page: Page, to: string): Promise<void> {
  await page.waitForFunction(isHydrated);
  const left = await page.evaluate(lead, to);
  if (left === null) await page.goto(to);
  else await page.waitForFunction(hasGone, left);
}

/** Runs in the page. Whether React has taken over the document; before that, no link leads to another page in it. */
function isHydrated(): boolean {
  const heading = document.querySelector('#root h1');
  return !heading || Object.keys(heading).some((key) => key.startsWith('__react'));
}

/**
 * Runs in the page. Returns the heading that will be replaced, null when there is no navigation or the same
 * page would remain.
 */
function lead(to: string): string | null {
  const heading = document.querySelector('h1');
  if (!heading || !document.querySelector('nav')) return null;
  // The sections of the settings are one page.
  const pageAt = (path: string) => path.replace(/(\/settings)\/.*/, '$1');
  if (pageAt(new URL(to, location.href).pathname) === pageAt(location.pathname)) return null;
  heading.dataset.left = '';
  history.pushState(null, '', to);
  dispatchEvent(new PopStateEvent('popstate'));
  return heading.textContent;
}

/** Runs in the page. Whether the heading is another element now, or has another text. */
const hasGone = (left: string): boolean => document.querySelector('h1[data-left]')?.textContent !== left;
