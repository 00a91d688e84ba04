import type { FastifyInstance } from 'fastify';
import type { ApiScope } from '#contract/api-scopes.ts';
import { problemSchema } from '#contract/problem.ts';
import { PUBLIC_API, publicPath, publicRoutesOf } from '#contract/public-api.ts';
import type { RouteSpec } from '#contract/route.ts';
import { entityTagOf, namesTag } from '#server/infra/entity-tag.ts';
import { operationOf, tags } from './operation.ts';
import { wireSchema } from './schemas.ts';

const DESCRIPTION = `Programs of hosts and clippers call Permille with an API key, made under Settings, API keys:
\`Authorization: Bearer pm_…\`. How keys, paging, idempotency, errors, limits and versions work is told under
[How the API works](/docs/api); every error code has its paragraph under [Errors](/docs/errors).

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

/** Of a call that ends. */
const endings = {
  Deprecation: header('Since when the call is deprecated, as "@" and Unix seconds (RFC 9745).', {
    type: 'string',
  }),
  Sunset: header('The last moment at which it answers (RFC 8594).', { type: 'string' }),
};

type Paths = Record<string, Record<string, unknown>>;

/** OpenAPI 3.1 of what API keys can call, from the contract. */
export function publicDocument(routes: Record<string, RouteSpec>, appUrl: string) {
  const schemas: Record<string, unknown> = { Problem: wireSchema(problemSchema) };
  const paths: Paths = {};
  const offered = publicRoutesOf(routes);
  for (const [name, route] of offered) {
    const made = operationOf(name, route as RouteSpec & { scope: ApiScope });
    Object.assign(schemas, made.schemas);
    const path = publicPath(route.path).replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: made.operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Permille API',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: appUrl }],
    externalDocs: { url: `${appUrl}/docs/api`, description: 'How the API works' },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pm_…',
          description: 'An API key, made under Settings, API keys. It acts as its owner, within its scopes.',
        },
      },
      headers: { ...headers, ...(offered.some(([, { deprecated }]) => deprecated) && endings) },
      schemas,
    },
  };
}

/** Serves the document to everyone. */
export function registerPublicDocument(
  server: FastifyInstance,
  routes: Record<string, RouteSpec>,
  appUrl: string,
): void {
  // Written when somebody asks first: most servers are never asked, and it is long.
  let written: { text: string; etag: string } | null = null;
  const write = () => {
    const text = JSON.stringify(publicDocument(routes, appUrl));
    return { text, etag: entityTagOf(text) };
  };
  server.get(`${PUBLIC_API}/openapi.json`, { schema: { hide: true } }, async (request, reply) => {
    written ??= write();
    const { text, etag } = written;
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (namesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
