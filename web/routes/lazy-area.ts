import { lazyPage } from './lazy-page.tsx';

/** Above members' pages and those that everyone may read: one element, so that it stays from one to another. */
export const area = lazyPage(async () => (await import('./area.tsx')).Area);
