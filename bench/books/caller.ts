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

const GIVE_UP_MS = 280_000;
let callers = 0;
let keys = 0;

/** Makes a client. `second` returns the admin who repeats an act for which one admin is not enough. */
export function callerOf(baseUrl: string, second?: () => Promise<Caller>): Caller {
  const nth = ++callers;
  const own = {
    origin: baseUrl,
    'user-agent': `books-${nth}`,
    'x-forwarded-for': `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
  };
  const cookies = new Map<string, string>();
  const call = async (method: string, url: string, body?: object): Promise<Response> => {
    const reply = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...own,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'GET' ? {} : { 'idempotency-key': `books-${process.pid}-${++keys}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return reply;
  };
  const json = async (method: string, path: string, body?: object): Promise<Reply> => {
    const reply = await call(method, baseUrl + path, body);
    const text = await reply.text();
    if (reply.status >= 500) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    const answer = { status: reply.status, body: text ? JSON.parse(text) : null };
    if (!second || answer.body?.code !== 'second_admin_needed') return answer;
    return await (await second()).send(method as 'POST', path, body);
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
