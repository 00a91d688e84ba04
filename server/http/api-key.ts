import type { FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC_API } from '#contract/public-api.ts';
import { entityTagOf, namesTag } from '#server/infra/entity-tag.ts';

/** Whether a request reaches an address for programs, by the route that answers it and not by how its address is written. */
export const isForPrograms = (request: FastifyRequest): boolean =>
  (request.routeOptions.url ?? request.url).startsWith(`${PUBLIC_API}/`);

/** Whether a request carries an API key to where none counts. */
export const bringsKeyElsewhere = (request: FastifyRequest): boolean =>
  request.url.startsWith('/api/') &&
  /^Bearer +pm_/i.test(request.headers.authorization ?? '') &&
  !isForPrograms(request);

/** Names a whole reply by its content, and leaves it out where the program has it already. */
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
