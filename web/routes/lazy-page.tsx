import type { ComponentType } from 'react';
import { lazy } from 'react';

/** A page of its own chunk, fetched when its address is first opened. `load` picks the named export. */
export const lazyPage = (load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }));
  return <Page />;
};
