import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { readInput } from '#contract/wire/input-sentences.ts';
import { Busy } from '#server/infra/bounded-queue.ts';
import { isDatabaseUnavailable } from '#server/infra/database-unavailable.ts';
import { newId } from '#server/infra/id.ts';
import { InvalidInput } from '#server/infra/invalid-input.ts';
import { type Log, withoutValues } from '#server/infra/log.ts';
import type { SpanRecorder } from '#server/infra/tracing/trace.ts';
import { sqlState } from '#server/infra/transaction.ts';
import { hasMisplacedKey, isForPrograms } from './api-key.ts';
import { isFault } from './fault.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, createListener, liftBodyDeadline } from './listener.ts';
import { overrideMethod } from './method-override.ts';
import { sendProblem } from './problem.ts';
import { isSameOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { registerTracing } from './tracing.ts';
import { decodable, logUnknownPath } from './unknown-path.ts';
import { warnOfUnknownProxy } from './unknown-proxy.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error behind a fault reply; the request's log line includes it. */
    failure: Error | null;
  }
}

/** Enough for every form; files are uploaded through a separate route. */
const BODY_LIMIT_BYTES = 128 * 1024;

interface Options {
  /**
   * Whether requests are logged at level info; otherwise they are logged at debug. Faults are always logged.
   */
  logsRequests?: boolean;
  appUrl: string;
  trustProxy: boolean | number | string[];
  log: Log;
  /** Whether search engines must list nothing of this system. */
  unlisted?: boolean;
  /** Receives the spans of requests; absent: none are recorded. */
  spans?: SpanRecorder | null;
  /** Origins that a page may embed in a frame; absent: none. */
  frames?: readonly string[];
  /** Other origins that serve videos; absent: none. */
  media?: readonly string[];
  /** Connection limits that differ from the defaults. */
  limits?: Partial<ConnectionLimits>;
}

export async function createServer(options: Options): Promise<FastifyInstance> {
  const headers = {
    ...securityHeaders(options.appUrl, options.frames, options.media),
    ...(options.unlisted && { 'x-robots-tag': 'noindex' }),
  };
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  // Behind a proxy, all connections have the proxy's address, so the proxy must limit each client's share.
  if (options.trustProxy) limits.mostPerAddress = null;
  const server = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trusted(options.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => newId(),
    serverFactory: (handle) => createListener(handle, { limits, headers, log: options.log }),
    // The listener has already answered such an error.
    clientErrorHandler: () => undefined,
    rewriteUrl: (request) => {
      overrideMethod(request);
      return decodable(request.url ?? '/');
    },
    // The URL has no valid path, or a path segment is too long.
    frameworkErrors: (_error, request, reply) => {
      logUnknownPath(request);
      return sendProblem(reply.headers({ ...headers, 'x-request-id': request.id }), 'not_found');
    },
    routerOptions: { maxParamLength: 300 },
  }) as unknown as FastifyInstance;
  server.setValidatorCompiler<z.ZodType>(({ schema }) => (input) => {
    const read = readInput(schema, input);
    return read.ok ? { value: read.value } : { error: new InvalidInput(...read.errors) };
  });
  server.setSerializerCompiler(serializerCompiler);
  server.decorateRequest('actor', null);
  server.decorateRequest('failure', null);
  registerTracing(server, options.spans ?? null);

  await server.register(cookie);

  if (!options.trustProxy) warnOfUnknownProxy(server, options.log);
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (hasMisplacedKey(request)) return sendProblem(reply, 'api_key_not_here');
    if (!isForPrograms(request) && !isSameOrigin(request, options.appUrl))
      return sendProblem(reply, 'cross_site');
    if (request.routeOptions.config.bodyByProgress) liftBodyDeadline(request.raw);
  });
  server.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
  server.addHook('onResponse', async (request, reply) =>
    logRequest(request, reply, options.logsRequests ? 'info' : 'debug'),
  );
  server.setErrorHandler(answerError);
  return server;
}

/**
 * Converts the setting for Fastify, which trusts nobody if it is given a number of proxies. With a number,
 * clients must reach the server only through these proxies. Each proxy appends the address of its caller to
 * the header, so entries that a client invented are before the proxies' entries.
 */
function trusted(
  setting: Options['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}

function logRequest(request: FastifyRequest, reply: FastifyReply, level: 'info' | 'debug'): void {
  const line = {
    method: request.method,
    route: request.routeOptions.url,
    url: request.url.split('?')[0],
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    traceId: request.trace?.traceId,
    actorId: request.actor?.userId,
    keyId: request.actor?.key?.id,
    reason: request.failure ? withoutValues(request.failure.message) : undefined,
  };
  if (isFault(reply.statusCode)) request.log.error(line, 'request');
  else request.log[level](line, 'request');
}

/**
 * A client may retry at this interval. A database that restarts, or whose standby takes over, is back within
 * a few retries.
 */
const RETRY_AFTER_SECONDS = '2';

/**
 * PostgreSQL's SQLSTATEs for a zero byte: character_not_in_repertoire, and in JSON untranslatable_character.
 */
const UNSTORABLE = new Set(['22021', '22P05']);

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof InvalidInput) {
    return sendProblem(reply, 'invalid_input', { detail: error.message, fields: error.errors });
  }
  if (error.statusCode === 413) return sendProblem(reply, 'too_large');
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return sendProblem(reply, 'invalid_input', {
      detail: 'The body must be JSON, sent as application/json, and whole.',
    });
  }
  if (error instanceof Busy) {
    return sendProblem(reply.header('retry-after', String(error.retryAfterSeconds)), 'busy');
  }
  if (UNSTORABLE.has(sqlState(error) ?? '')) {
    return sendProblem(reply, 'invalid_input', {
      detail: 'A text holds a character that can’t be stored.',
    });
  }
  request.failure = error;
  if (isDatabaseUnavailable(error)) {
    return sendProblem(reply.header('retry-after', RETRY_AFTER_SECONDS), 'unavailable');
  }
  request.log.error({ err: error, url: request.url.split('?')[0] }, 'unexpected');
  return sendProblem(reply, 'internal');
}
