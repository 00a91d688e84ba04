import type { RouteSpec } from './route.ts';

export const PUBLIC_API = '/api/v1';

/** Path at which API keys reach a route that has a scope: the web's own path, below the version. */
export const publicPath = (path: string): string => path.replace(/^\/api(?=\/)/, PUBLIC_API);

/** Routes with a scope, by name. */
export const publicRoutesOf = (routes: Record<string, RouteSpec>): [name: string, route: RouteSpec][] =>
  Object.entries(routes).filter(([, { scope }]) => scope !== undefined);
