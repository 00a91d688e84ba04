import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends what anyone may read from anywhere: other sites' scripts too, and shared caches for a while. Whoever has it already is
 * told so.
 */
export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  { type, maxAgeSeconds }: { type: string; maxAgeSeconds: number },
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply.headers({
    etag,
    'cache-control': `public, max-age=${maxAgeSeconds}`,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
  if (known.some((tag) => tag.replace(/^W\//, '') === etag)) return reply.status(304).send();
  return reply.type(type).send(body);
}
