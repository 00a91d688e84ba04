import type { ErrorCode } from '#contract/errors.ts';
import { everyRoute } from '#contract/every-route.ts';
import { publicPath } from '#contract/wire/public-api.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { pageRefusalsOf, refusalsOf } from '#server/http/public-api/refusals.ts';

/** A route of the contract, with every code that it declares or implies. "ok" is a success. */
export interface DeclaredRoute {
  name: string;
  /** Method and path for pages, then for programs if they may call the route. */
  addresses: string[];
  codes: ('ok' | ErrorCode)[];
}

/** Codes of the server and not of a route: one handler sends them, and these files test it. */
export const CODES_OF_THE_SERVER: Partial<Record<ErrorCode, string>> = {
  busy: 'server/modules/accounts/many-logins.security.test.ts',
  internal: 'server/http/failure-log.test.ts',
  unavailable: 'server/http/database-away.test.ts',
};

/** Whether the route itself answers 404, not only the router for a malformed path. */
const findsNothing = ({ access, errors = [] }: RouteSpec): boolean =>
  access === 'admin' || errors.includes('not_found');

/** Every route with its codes, as both OpenAPI documents list them. */
export const declaredRoutes = (): DeclaredRoute[] =>
  Object.entries<RouteSpec>(everyRoute).map(([name, route]) => {
    const refusals = [pageRefusalsOf(route), ...(route.scope ? [refusalsOf(route)] : [])];
    const codes = new Set(refusals.flatMap((byStatus) => [...byStatus.values()].flat()));
    return {
      name,
      addresses: [route.path, ...(route.scope ? [publicPath(route.path)] : [])].map(
        (path) => `${route.method} ${path}`,
      ),
      codes: [
        'ok',
        ...[...codes].filter(
          (code) => !(code in CODES_OF_THE_SERVER) && (code !== 'not_found' || findsNothing(route)),
        ),
      ],
    };
  });
