import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#server/infra/log.ts';
import { callerBucket } from './rate-limit.ts';

/** Limits of a connection, so that nothing unfinished is kept for ever. */
export interface ConnectionLimits {
  /** Time for a request's headers. It also limits a new connection that sends no request. */
  headMs: number;
  /** Bytes of the headers and the URL together; more are answered with 431. */
  headBytes: number;
  /** Characters of each header that this server parses (`PARSED`). */
  headerLetters: number;
  /**
   * Time for the whole body, except on a route that limits bodies by their progress. A body with an announced
   * length gets the extra time that it needs at `BODY_BYTES_PER_MS`.
   */
  bodyMs: number;
  /**
   * Time between two requests; longer than a proxy's idle time (60 s), so that no proxy sends into a closed
   * connection.
   */
  idleMs: number;
  /** Time without a byte in either direction. */
  silenceMs: number;
  /** Interval between checks of the header limits. */
  checkEveryMs: number;
  /** Connections open at once. */
  most: number;
  /** Connections open at once from one address; null when the addresses are those of proxies. */
  mostPerAddress: number | null;
}

/** The default limits; the counts are settings (server/config.ts). */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headMs: 30_000,
  headBytes: 8 * 1024,
  headerLetters: 2 * 1024,
  bodyMs: 30_000,
  idleMs: 65_000,
  silenceMs: 300_000,
  checkEveryMs: 5_000,
  most: 4_000,
  mostPerAddress: 250,
};

/** The slowest accepted speed of a large body: a statement of 8 MB gets two minutes more. */
const BODY_BYTES_PER_MS = 64;
const LONGEST_BODY_MS = 3 * 60_000;

/**
 * Each of these headers has its own limit, because cookies of other programs on the same domain may fill the
 * rest of `headBytes`.
 */
const PARSED = [
  'accept',
  'accept-encoding',
  'authorization',
  'baggage',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'traceparent',
  'tracestate',
  'upload-metadata',
  'user-agent',
  'x-forwarded-for',
];

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set if the handler ends a body that makes no progress, so that the body's total time is not limited.
     */
    bodyByProgress?: true;
  }
}

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Removes this body's deadline; its handler limits it by progress. */
export const liftBodyDeadline = (request: IncomingMessage): void => clearTimeout(deadlines.get(request));

/** Headers of an empty reply that closes the connection. */
const LAST = { 'cache-control': 'no-store', connection: 'close', 'content-length': '0' };

interface Options {
  limits: ConnectionLimits;
  /** Headers of every reply, including replies to requests without a route. */
  headers: Record<string, string>;
  log: Log;
}

/** Makes the HTTP server below the routes, with its limits and the refusals that precede any route. */
export function createListener(handle: RequestListener, { limits, headers, log }: Options): Server {
  const settings = {
    headersTimeout: limits.headMs,
    maxHeaderSize: limits.headBytes,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAliveTimeout: limits.idleMs,
    // Node's limit is off, because it has no exception for uploads. Each body has its own deadline instead.
    requestTimeout: 0,
    // Node's own check is off, because its refusal would lack our headers.
    requireHostHeader: false,
  };
  const refuse = (response: ServerResponse, status: number) =>
    response.writeHead(status, { ...headers, ...LAST }).end();
  const server = createServer(settings, (request, response) => {
    limitBody(request, response, { ms: limits.bodyMs, headers });
    if (request.httpVersion === '1.1' && !request.headers.host) refuse(response, 400);
    else if (hasLongHeader(request, limits.headerLetters)) refuse(response, 431);
    else handle(request, response);
  });
  server.setTimeout(limits.silenceMs);
  server.on('checkExpectation', (_request, response) => refuse(response, 417));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    hangUp(socket, statusOf(error), headers),
  );
  capConnections(server, limits, log);
  return server;
}

const hasLongHeader = ({ headers }: IncomingMessage, most: number): boolean =>
  PARSED.some((name) => String(headers[name] ?? '').length > most);

/**
 * Returns the time that a body gets. A body that announces more bytes than any route accepts gets no more
 * time for them.
 */
export const timeOfBody = (bodyMs: number, length: string | undefined): number =>
  Math.min(bodyMs + Number(length ?? 0) / BODY_BYTES_PER_MS, Math.max(bodyMs, LONGEST_BODY_MS));

function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  { ms, headers }: { ms: number; headers: Record<string, string> },
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  const { socket } = request;
  const deadline = setTimeout(
    () => {
      if (request.complete) return;
      if (response.headersSent) socket.destroy();
      else hangUp(socket, 408, headers);
    },
    timeOfBody(ms, length),
  ).unref();
  deadlines.set(request, deadline);
  // "close" follows when the body was read completely or the connection is gone. The reply's end would be too
  // early: the rest of the body may still be arriving then.
  request.once('close', () => clearTimeout(deadline));
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

/** Sends an empty refusal and closes the connection. */
function hangUp(socket: Socket, status: number, headers: Record<string, string>): void {
  if (socket.destroyed) return;
  const lines = Object.entries({ ...headers, ...LAST }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  socket.destroySoon();
}

/**
 * Connections beyond the limit are closed at once: an explanation would cost the resources that the limit
 * saves.
 */
function capConnections(server: Server, { most, mostPerAddress }: ConnectionLimits, log: Log): void {
  const open = new Map<string, number>();
  const refused = onceAMinute((count) => log.warn({ count }, 'connections refused: too many are open'));
  server.maxConnections = most;
  server.on('drop', refused);
  server.on('connection', (socket: Socket) => {
    if (mostPerAddress === null) return;
    const caller = callerBucket(socket.remoteAddress ?? '');
    const count = (open.get(caller) ?? 0) + 1;
    if (count > mostPerAddress) {
      refused();
      socket.destroy();
      return;
    }
    open.set(caller, count);
    socket.once('close', () => {
      const left = (open.get(caller) ?? 1) - 1;
      if (left === 0) open.delete(caller);
      else open.set(caller, left);
    });
  });
}

/**
 * Calls `say` at most once a minute with the number of events, because a flood of connections must not flood
 * the log.
 */
function onceAMinute(say: (count: number) => void): () => void {
  let count = 0;
  let next = 0;
  return () => {
    count += 1;
    if (Date.now() < next) return;
    next = Date.now() + 60_000;
    say(count);
    count = 0;
  };
}
