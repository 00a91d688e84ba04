import { lazyPage } from './lazy-page.tsx';

/**
 * The layout around members' pages and around pages for everyone. It is a single element, so that it is kept
 * when the page changes.
 */
export const area = lazyPage(async () => (await import('./area.tsx')).Area);
