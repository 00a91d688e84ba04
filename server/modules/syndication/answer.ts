import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTagOf, namesTag } from '#server/infra/entity-tag.ts';

/**
 * Sends a public answer: scripts of other sites may read it, and shared caches may keep it for a while. Answers 304
 * to a client that already has it.
 */
export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  { type, maxAgeSeconds }: { type: string; maxAgeSeconds: number },
): FastifyReply {
  const etag = entityTagOf(body);
  reply.headers({
    etag,
    'cache-control': `public, max-age=${maxAgeSeconds}`,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (namesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(type).send(body);
}
