import { isDeepStrictEqual } from 'node:util';
import { everyRoute } from '#contract/every-route.ts';

/** The fields of replies that actions read: ids, names, amounts and error codes. */
export interface Answer {
  id: string;
  url: string;
  authorizeUrl: string;
  code: string;
  state: string;
  rail: 'manual' | 'paypal';
  amountMicros: string;
  takenBackMicros: string;
  owedMicros: string;
  writtenOffMicros: string;
  decideBy: string;
  now: string;
}

export interface Reply {
  status: number;
  body: Answer;
}

/** A client with its own IP address and its own session cookie. */
export interface Caller {
  send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Reply>;
  /** Returns the body of a GET; throws unless the request succeeds. */
  read<T>(path: string): Promise<T>;
  /** Returns the body of a POST (or `method`); throws unless the request succeeds. */
  ask(path: string, body?: object, method?: 'POST' | 'PUT'): Promise<Answer>;
  /** Returns every row of a list, through all its pages. */
  rows<T>(path: string): Promise<T[]>;
  /** Follows a redirect to this address as a browser does. */
  open(url: string): Promise<void>;
}

/** Thrown for a request that no server may answer so: with a fault, not at all, or differently when repeated. */
export class Fault extends Error {}

/** The routes with an idempotency key, as methods and patterns of URLs. */
const repeatable = Object.values(everyRoute)
  .filter((route) => 'idempotent' in route && route.idempotent)
  .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }));

/** Of so many requests with an idempotency key, the network loses one reply. */
const LOST_EVERY = 4;
const TOO_MANY = 429;
const SIGNED_OUT = 401;

const GIVE_UP_MS = 280_000;
let callers = 0;
let keys = 0;

/** A request with its reply. */
export interface Exchange {
  method: string;
  path: string;
  body: object | undefined;
  reply: Reply;
}

interface Around {
  /** Returns the admin who repeats an act for which one admin is not enough. */
  second?: (() => Promise<Caller>) | undefined;
  /** Called with each reply that arrives. */
  note?: ((exchange: Exchange) => void) | undefined;
}

/** Makes a client. */
export function callerOf(baseUrl: string, { second, note }: Around = {}): Caller {
  const nth = ++callers;
  const own = {
    origin: baseUrl,
    'user-agent': `books-${nth}`,
    'x-forwarded-for': `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
  };
  const cookies = new Map<string, string>();
  const call = async (method: string, url: string, body?: object, key = ''): Promise<Response> => {
    const reply = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...own,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    }).catch((error: unknown) => {
      throw new Fault(`${method} ${url} got no answer: ${String(error)}`);
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return reply;
  };
  const once = async (method: string, path: string, body?: object, key?: string) => {
    const reply = await call(method, baseUrl + path, body, key);
    const text = await reply.text();
    if (reply.status >= 500) throw new Fault(`${method} ${path} answered ${reply.status}: ${text}`);
    return { status: reply.status, text };
  };
  const json = async (method: string, path: string, body?: object): Promise<Reply> => {
    const nth = method === 'GET' ? 0 : ++keys;
    const key = nth ? `books-${process.pid}-${nth}` : '';
    const reply = await once(method, path, body, key);
    const isLost = key && nth % LOST_EVERY === 0 && reply.status === 200;
    if (isLost && repeatable.some((route) => route.method === method && route.path.test(path)))
      await repeat(method, path, body, { key, reply });
    const answer = { status: reply.status, body: reply.text ? JSON.parse(reply.text) : null };
    if (method !== 'GET') note?.({ method, path, body, reply: answer });
    if (!second || answer.body?.code !== 'second_admin_needed') return answer;
    return await (await second()).send(method as 'POST', path, body);
  };
  /** Sends a request whose reply was lost again; the second reply must equal the lost one. */
  const repeat = async (
    method: string,
    path: string,
    body: object | undefined,
    { key, reply }: { key: string; reply: { status: number; text: string } },
  ) => {
    const again = await once(method, path, body, key);
    const isSame = isDeepStrictEqual(JSON.parse(again.text), JSON.parse(reply.text));
    // An act of somebody else, such as a ban, may have ended the session meanwhile.
    if (again.status === TOO_MANY || again.status === SIGNED_OUT || (again.status === reply.status && isSame))
      return;
    throw new Fault(`${method} ${path} answered ${reply.text}, and repeated ${again.status} ${again.text}`);
  };
  const succeed = (what: string, { status, body }: Reply): Answer => {
    if (status === 200) return body;
    throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
  };
  const read = async <T>(path: string): Promise<T> => succeed(`GET ${path}`, await json('GET', path)) as T;
  return {
    send: json,
    read,
    ask: async (path, body, method = 'POST') =>
      succeed(`${method} ${path} ${JSON.stringify(body ?? {})}`, await json(method, path, body)),
    async rows<T>(path: string) {
      const found: T[] = [];
      const joined = path.includes('?') ? '&' : '?';
      let page: { rows: T[]; nextCursor: string | null } = { rows: [], nextCursor: '' };
      while (page.nextCursor !== null) {
        const at = page.nextCursor ? `${joined}cursor=${encodeURIComponent(page.nextCursor)}` : '';
        page = await read(path + at);
        found.push(...page.rows);
      }
      return found;
    },
    async open(url) {
      await (await call('GET', url)).arrayBuffer();
    },
  };
}
