import { type ComponentType, isValidElement, type ReactNode } from 'react';
import type { RouteMatch } from 'react-router';
import { type LazyPart, lazyPart } from '#web/ui/lazy-part.tsx';

/** A page of its own chunk, fetched when its address is first opened. `load` picks the named export. */
export const lazyPage = (load: () => Promise<ComponentType>) => {
  const Page = lazyPart(load);
  return <Page />;
};

/** Fetches all that the rows of a route table show for an address, at the same time. */
export const loadPages = (matches: readonly RouteMatch[] | null) =>
  Promise.all((matches ?? []).map(({ route }) => loadElement(route.element)));

/** Fetches what `lazyPage` stands for. */
export const loadElement = async (page: ReactNode): Promise<void> => {
  if (isValidElement(page)) await (page.type as Partial<LazyPart<object>>).load?.();
};
