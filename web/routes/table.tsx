import type { ComponentType } from 'react';
import { lazy } from 'react';
import type { RouteObject } from 'react-router';

/** A page of its own chunk, fetched when its address is first opened. `load` picks the named export. */
const page = (load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }));
  return <Page />;
};

/** Every address and the page behind it. A page that does not exist yet has no row: it answers with the 404 page. */
export const routeTable: RouteObject[] = [
  { path: '*', element: page(async () => (await import('./public/not-found-page.tsx')).NotFoundPage) },
];
