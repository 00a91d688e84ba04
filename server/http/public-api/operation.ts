import type { ApiScope } from '#contract/api-scopes.ts';
import type { RouteSpec } from '#contract/route.ts';
import { exampleOf } from './examples.ts';
import { parametersOf } from './parameters.ts';
import { refusalResponse, refusalsOf } from './refusals.ts';
import { wireSchema } from './schemas.ts';

export const tags: Record<string, string> = {
  Listings: 'What hosts fund and clippers clip for.',
  Submissions: 'Clips, from the check of a post to its decision and its receipt.',
  Statistics: 'Overviews, and views and money by day.',
  Money: 'Statements, transactions, deposits, earnings and payouts. Nothing here moves money.',
};

const tagOf = (scope: ApiScope): string => {
  const [noun = ''] = scope.split(':');
  return noun[0]!.toUpperCase() + noun.slice(1);
};

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

const callers: Record<RouteSpec['access'], string> = {
  public: 'hosts and clippers',
  session: 'hosts and clippers',
  host: 'hosts',
  clipper: 'clippers',
  admin: 'nobody',
};

const descriptionOf = (route: RouteSpec, scope: ApiScope): string =>
  [
    `${route.summary}.`,
    `For keys of ${callers[route.access]} with the scope \`${scope}\`.`,
    route.idempotent ? 'Needs an `Idempotency-Key`.' : '',
    route.deprecated ? `It answers until ${route.deprecated.until}; see [Versions](/docs/api#versions).` : '',
    route.perMinute ? `At most ${route.perMinute} times a minute, all keys of an account together.` : '',
  ]
    .filter(Boolean)
    .join(' ');

const named = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const limits = named('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');
const endings = named('Deprecation', 'Sunset');

/** An operation of the document, and the schemas that it names. */
export function operationOf(name: string, route: RouteSpec & { scope: ApiScope }) {
  const reply = wireSchema(route.reply);
  const isFile = route.path.endsWith('.csv');
  const body = route.body && wireSchema(route.body);
  const [replyName, bodyName] = [`${capital(name)}Reply`, `${capital(name)}Body`];
  const schemas = { ...(isFile ? {} : { [replyName]: reply }), ...(body ? { [bodyName]: body } : {}) };
  const done = isFile
    ? {
        'text/csv': {
          schema: { type: 'string' },
          example: 'Date,Amount\r\n2026-03-02T10:00:00Z,30.000000\r\n',
        },
      }
    : {
        'application/json': {
          schema: { $ref: `#/components/schemas/${replyName}` },
          example: exampleOf(reply),
        },
      };
  // The rows of a table are sent as they are read, so nobody knows beforehand what they are.
  const isStreamed = 'file' in route;
  const unchanged = route.method === 'GET' && !isStreamed;
  const operation = {
    operationId: name,
    // Shown as a heading, where Markdown is none.
    summary: route.summary.replaceAll('`', ''),
    description: descriptionOf(route, route.scope),
    tags: [tagOf(route.scope)],
    ...(route.deprecated && { deprecated: true }),
    security: [{ apiKey: [route.scope] }],
    parameters: parametersOf(route),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${bodyName}` },
            example: exampleOf(body),
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        headers: {
          ...limits,
          ...(route.deprecated && endings),
          ...(unchanged && { ETag: { $ref: '#/components/headers/ETag' } }),
        },
        content: done,
      },
      ...(unchanged && { 304: { description: 'The reply that you have is still the same.' } }),
      ...Object.fromEntries(
        [...refusalsOf(route)].map(([status, codes]) => [status, refusalResponse(status, codes)]),
      ),
    },
  };
  return { operation, schemas };
}
