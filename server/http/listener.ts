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

/** What a connection may take: nothing that a client leaves unfinished is kept for ever. */
export interface ConnectionLimits {
  /** The head of a request, also of one that never begins. */
  headMs: number;
  /** Bytes of a head in all, its address included; a longer one is answered with 431. */
  headBytes: number;
  /** Letters of each header that this server parses (`PARSED`). */
  headerLetters: number;
  /**
   * The whole body, except on a route whose body is limited by its progress. A body that announces its length gets as much time
   * more as it takes at `BODY_BYTES_PER_MS`.
   */
  bodyMs: number;
  /** Between two requests; longer than what proxies wait for (60 s), so that none sends into a closed connection. */
  idleMs: number;
  /** No byte moved in either direction. */
  silenceMs: number;
  /** How often heads are checked. */
  checkEveryMs: number;
  /** Open at once. */
  most: number;
  /** Open at once from one address; null where addresses are those of proxies. */
  mostPerAddress: number | null;
}

/** Counts are settings (server/config.ts); these are for whoever names none. */
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

/** The slowest line that a large body may come by: a statement of 8 MB gets two minutes more. */
const BODY_BYTES_PER_MS = 64;
const LONGEST_BODY_MS = 3 * 60_000;

/** A limit of its own: cookies of other programs on the same domain may use up the rest of a head. */
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
    /** The handler itself ends a body that makes no progress, however long it may take in all. */
    bodyByProgress?: true;
  }
}

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Leaves the time of this body to its handler. */
export const liftBodyDeadline = (request: IncomingMessage): void => clearTimeout(deadlines.get(request));

/** Of an answer without words, after which the connection ends. */
const LAST = { 'cache-control': 'no-store', connection: 'close', 'content-length': '0' };

interface Options {
  limits: ConnectionLimits;
  /** On every reply, also on those that no route gives. */
  headers: Record<string, string>;
  log: Log;
}

/** The HTTP server under the routes: its limits, and what it answers before any route is asked. */
export function createListener(handle: RequestListener, { limits, headers, log }: Options): Server {
  const settings = {
    headersTimeout: limits.headMs,
    maxHeaderSize: limits.headBytes,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAliveTimeout: limits.idleMs,
    // It knows no exception for uploads: each body has its own deadline.
    requestTimeout: 0,
    // Node's own refusal would come without our headers.
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

/** A body that announces more than any route takes gets no more time for it. */
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
  // Once all of it was read, or its connection is gone; not when it was answered, for the rest still comes in then.
  request.once('close', () => clearTimeout(deadline));
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

/** Says so to whoever did not send a whole request, and lets go of the connection. */
function hangUp(socket: Socket, status: number, headers: Record<string, string>): void {
  if (socket.destroyed) return;
  const lines = Object.entries({ ...headers, ...LAST }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  socket.destroySoon();
}

/** Beyond its share a connection is closed at once: to explain it would cost what the limit is to save. */
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

/** Who floods connections must not flood the log. */
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
