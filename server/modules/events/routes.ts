import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { eventRoutes } from '#contract/events/events.ts';
import { type Actor, isShared } from '#server/http/actor.ts';
import { sendRefusal } from '#server/http/problem.ts';
import { callerBucket } from '#server/http/rate-limit.ts';
import { type Api, register } from '#server/http/route.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { readMissed } from './read-missed.ts';
import type { Streams } from './streams.ts';

type EventsQuery = z.output<NonNullable<typeof eventRoutes.events.query>>;

export function registerEventRoutes(api: Api, streams: Streams): void {
  register(api, eventRoutes.events, async ({ actor, query, request, reply }) => {
    const { userId, role, sessionId } = actor as Actor;
    const shared = isShared(api, actor) && { sharedFrom: callerBucket(request.ip) };
    const reader = { userId, isAdmin: role === 'admin' };
    const { seconds, after } = query as EventsQuery;
    const asked = { seconds, after: lastEventId(request) ?? after };
    if (!wantsStream(request)) return await readMissed(api.db, reader, asked);
    const headers = { ...reply.getHeaders(), 'x-request-id': request.id };
    const opened = await streams.open({ reader, sessionId, ...shared, response: reply.raw, headers, asked });
    if (!isRefusal(opened)) return reply.hijack();
    return refuseStream(reply, opened);
  });
}

const refuseStream = (reply: FastifyReply, refusal: Parameters<typeof sendRefusal>[1]): FastifyReply =>
  sendRefusal(reply.header('retry-after', '30'), refusal);

const wantsStream = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/event-stream');

/** Returns the position in the header that browsers send when they reconnect. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
