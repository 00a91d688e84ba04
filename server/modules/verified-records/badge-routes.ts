import type { FastifyInstance } from 'fastify';
import { idSchema } from '#contract/wire/primitives.ts';
import { badgeOf, endedBadge } from './badge.ts';
import { factsOf, findShared } from './queries.ts';
import type { RecordsDeps } from './verified-records-deps.ts';

/**
 * Registers the route of badges: images of shared records, for any page. A badge of a record that is not
 * shared names nobody.
 */
export function registerBadgeRoutes(server: FastifyInstance, { db, clock }: RecordsDeps): void {
  server.get<{ Params: { file: string } }>('/badges/:file', async (request, reply) => {
    const id = request.params.file.replace(/\.svg$/, '');
    const shared = idSchema.safeParse(id).success ? await findShared(db, id) : null;
    const facts = shared && shared.expiresAt > clock.now() ? await factsOf(db, shared) : null;
    reply.headers({
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
    return reply
      .status(facts ? 200 : 404)
      .type('image/svg+xml; charset=utf-8')
      .send(facts ? badgeOf(facts) : endedBadge);
  });
}
