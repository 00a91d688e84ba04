import type { RouteSpec } from './route.ts';

export const PUBLIC_API = '/api/v1';

/** Returns the path at which API keys call a route with a scope: the web's path with the API's version. */
export const publicPath = (path: string): string => path.replace(/^\/api(?=\/)/, PUBLIC_API);

/** Returns the routes that have a scope, with their names. */
export const publicRoutesOf = (routes: Record<string, RouteSpec>): [name: string, route: RouteSpec][] =>
  Object.entries(routes).filter(([, { scope }]) => scope !== undefined);
