import { type ComponentType, isValidElement, type ReactNode } from 'react';
import type { RouteMatch } from 'react-router';
import { type LazyPart, lazyPart } from '#web/ui/pages/lazy-part.tsx';

/**
 * Returns a page in a separate chunk, which is fetched when its address is first opened. `load` picks the
 * named export.
 */
export const lazyPage = (load: () => Promise<ComponentType>) => {
  const Page = lazyPart(load);
  return <Page />;
};

/** Fetches, in parallel, everything that the matched rows of a route table show. */
export const loadPages = (matches: readonly RouteMatch[] | null) =>
  Promise.all((matches ?? []).map(({ route }) => loadElement(route.element)));

/** Fetches the page behind an element of `lazyPage`. */
export const loadElement = async (page: ReactNode): Promise<void> => {
  if (isValidElement(page)) await (page.type as Partial<LazyPart<object>>).load?.();
};
