import { lazyPage } from './lazy-page.tsx';

/** The layout above members' pages and pages for everyone: one element, so that it stays when the page changes. */
export const area = lazyPage(async () => (await import('./area.tsx')).Area);
