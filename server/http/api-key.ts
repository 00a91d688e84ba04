import type { FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC_API } from '#contract/wire/public-api.ts';
import { entityTagOf, namesTag } from '#server/infra/entity-tag.ts';

/** Whether a request is for the public API. The matched route decides, not the spelling of the URL. */
export const isForPrograms = (request: FastifyRequest): boolean =>
  (request.routeOptions.url ?? request.url).startsWith(`${PUBLIC_API}/`);

/** Whether a request has an API key on a route that accepts none. */
export const hasMisplacedKey = (request: FastifyRequest): boolean =>
  request.url.startsWith('/api/') &&
  /^Bearer +pm_/i.test(request.headers.authorization ?? '') &&
  !isForPrograms(request);

/** Adds an entity tag of the whole reply, and answers 304 when the program has the same reply. */
export async function answerUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = entityTagOf(payload);
  reply.header('etag', etag);
  if (!namesTag(request.headers['if-none-match'], etag)) return payload;
  reply.status(304).removeHeader('content-type').removeHeader('content-length');
  return '';
}
