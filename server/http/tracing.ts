import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  beginTrace,
  recordTrace,
  runInTrace,
  type SpanRecorder,
  type Trace,
} from '#server/infra/tracing/trace.ts';
import { isFault } from './fault.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's trace; null when the request was refused before any hook ran. */
    trace: Trace | null;
  }
}

/** Paths that machines request every few seconds; such requests are not traced. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

/** A request's work belongs to the trace of its `traceparent` header, or to a new one. */
export function registerTracing(server: FastifyInstance, recorder: SpanRecorder | null): void {
  server.decorateRequest('trace', null);
  server.addHook('onRequest', (request, _reply, done) => {
    request.trace = beginTrace(recorder, request.headers.traceparent);
    runInTrace(request.trace, done);
  });
  // The trace is entered again here, because a body arrives outside the async context of the previous hook.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) runInTrace(request.trace, done);
    else done();
  });
  server.addHook('onResponse', async (request, reply) => recordRequest(request, reply));
}

function recordRequest(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url;
  if (!request.trace || (route && PROBES.includes(route))) return;
  const endedAt = Date.now();
  recordTrace(request.trace, {
    kind: 'request',
    name: route ? `${request.method} ${route}` : request.method,
    beganAt: endedAt - reply.elapsedTime,
    endedAt,
    attributes: {
      'http.request.method': request.method,
      'http.response.status_code': reply.statusCode,
      'permille.request_id': request.id,
      ...(route && { 'http.route': route }),
    },
    failed: isFault(reply.statusCode),
  });
}
