import type { RouteSpec } from './route.ts';

export const PUBLIC_API = '/api/v1';

/** Where API keys reach a route that has a scope: the page's own address, below the version. */
export const publicPath = (path: string): string => path.replace(/^\/api(?=\/)/, PUBLIC_API);

/** The routes with a scope, by name. */
export const publicRoutesOf = (routes: Record<string, RouteSpec>): [name: string, route: RouteSpec][] =>
  Object.entries(routes).filter(([, { scope }]) => scope !== undefined);
