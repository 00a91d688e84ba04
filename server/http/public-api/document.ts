import type { FastifyInstance } from 'fastify';
import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import { problemSchema } from '#contract/wire/problem.ts';
import { publicPath, publicRoutesOf } from '#contract/wire/public-api.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { entityTagOf, namesTag } from '#server/infra/entity-tag.ts';
import { type Door, operationOf } from './operation.ts';
import { pageDoor, pageTags } from './pages.ts';
import { programDoor, tags } from './programs.ts';
import { wireSchema } from './schemas.ts';

const DESCRIPTION = `Programs of hosts and clippers call Permille with an API key, made under Settings, Developers:
\`Authorization: Bearer pm_…\`. How keys, paging, idempotency, errors, limits and versions work is told under
[How the API works](/docs/api); every error code has its paragraph under [Errors](/docs/errors).

Money is a decimal string of micro-dollars: "30000000" is $30.00. Moments are ISO 8601 in UTC.`;

const PAGES_DESCRIPTION = `The calls of Permille's own pages. They change with any release; programs call [the API](/docs/api).

Money is a decimal string of micro-dollars: "30000000" is $30.00. Moments are ISO 8601 in UTC.`;

const header = (description: string, schema: object) => ({ description, schema });
const count = { type: 'integer', minimum: 0 };

const headers = {
  'RateLimit-Limit': header('Requests that the key has in a minute.', count),
  'RateLimit-Remaining': header('Requests that the key has left in this minute.', count),
  'RateLimit-Reset': header('Seconds until the next minute begins.', count),
  'Retry-After': header('Seconds to wait.', count),
  ETag: header('Names this reply by its content.', { type: 'string' }),
};

/** Headers that a deprecated call sends. */
const endings = {
  Deprecation: header('Since when the call is deprecated, as "@" and Unix seconds (RFC 9745).', {
    type: 'string',
  }),
  Sunset: header('The last moment at which it answers (RFC 8594).', { type: 'string' }),
};

type Paths = Record<string, Record<string, unknown>>;

/** The operations of routes, and the schemas that they reference. */
function describe<R extends RouteSpec>(
  routes: [name: string, route: R][],
  door: Door<R>,
  addressOf = (path: string) => path,
) {
  const schemas: Record<string, unknown> = { Problem: wireSchema(problemSchema) };
  const paths: Paths = {};
  for (const [name, route] of routes) {
    const made = operationOf(name, route, door);
    Object.assign(schemas, made.schemas);
    const path = addressOf(route.path).replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: made.operation };
  }
  return { schemas, paths };
}

const license = { name: 'MIT', identifier: 'MIT' };
const listed = (tags: Record<string, string>) =>
  Object.entries(tags).map(([name, description]) => ({ name, description }));

/** Returns OpenAPI 3.1 of the calls for API keys, made from the contract. */
export function publicDocument(routes: Record<string, RouteSpec>, appUrl: string) {
  const offered = publicRoutesOf(routes) as [string, RouteSpec & { scope: ApiScope }][];
  const { schemas, paths } = describe(offered, programDoor, publicPath);
  return {
    openapi: '3.1.0',
    info: { title: 'Permille API', version: '1.0.0', description: DESCRIPTION, license },
    servers: [{ url: appUrl }],
    externalDocs: { url: `${appUrl}/docs/api`, description: 'How the API works' },
    tags: listed(tags),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pm_…',
          description:
            'An API key, made under Settings, Developers. It acts as its owner, within its scopes.',
        },
      },
      headers: { ...headers, ...(offered.some(([, { deprecated }]) => deprecated) && endings) },
      schemas,
    },
  };
}

/** Returns OpenAPI 3.1 of the pages' calls, made from the contract. */
export function pagesDocument(routes: Record<string, RouteSpec>, appUrl: string, sessionCookie: string) {
  const { schemas, paths } = describe(Object.entries(routes), pageDoor);
  return {
    openapi: '3.1.0',
    info: { title: 'Permille pages', version: '1.0.0', description: PAGES_DESCRIPTION, license },
    servers: [{ url: appUrl }],
    externalDocs: { url: `${appUrl}/docs/errors`, description: 'What each error code means' },
    tags: listed(pageTags),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description:
            'The session of a signed-in person. Calls that change anything also need the Origin of this site.',
        },
      },
      schemas,
    },
  };
}

/** Serves a document publicly at its URL. */
export function registerDocument(server: FastifyInstance, url: string, describeAll: () => object): void {
  // The document is written at the first request, because it is long and most servers never get one.
  let written: { text: string; etag: string } | null = null;
  const write = () => {
    const text = JSON.stringify(describeAll());
    return { text, etag: entityTagOf(text) };
  };
  server.get(url, async (request, reply) => {
    written ??= write();
    const { text, etag } = written;
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (namesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
