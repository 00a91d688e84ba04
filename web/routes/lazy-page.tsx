import { type ComponentType, isValidElement, type ReactNode } from 'react';
import type { RouteObject } from 'react-router';
import { type LazyPart, lazyPart } from '#web/ui/pages/lazy-part.tsx';

/**
 * Returns a page in a separate chunk, which is fetched when its address is first opened.
 * @param name the export that is the page
 */
export const lazyPage = <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) => {
  const Page = lazyPart(async () => (await load())[name]);
  return <Page />;
};

/**
 * Returns a row of a route table. The build reads path and file from the table's source
 * (scripts/steps/page-modules.mjs).
 */
export const page = <N extends string>(
  path: string,
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): RouteObject => ({ path, element: lazyPage(load, name) });

/** Fetches the page behind an element of `lazyPage`. */
export const loadElement = async (page: ReactNode): Promise<void> => {
  if (isValidElement(page)) await (page.type as Partial<LazyPart<object>>).load?.();
};
