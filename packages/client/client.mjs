import { operations } from './operations.mjs';

/** A refusal or failure of the server. `code` never changes; the texts may. */
export class PermilleError extends Error {
  constructor(problem, retryAfterSeconds = null) {
    super(problem.detail);
    this.name = 'PermilleError';
    this.code = problem.code;
    this.status = problem.status;
    this.title = problem.title;
    this.type = problem.type;
    this.fields = problem.fields ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function withoutEndSlashes(address) {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** Returns every operation of the API as a function, by its name in the reference. */
export function createClient({ baseUrl, key, fetch = globalThis.fetch, retries = 2, sleep = pause }) {
  const at = { baseUrl: withoutEndSlashes(baseUrl), key, fetch, retries, sleep };
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (input = {}, options = {}) => call(at, operation, input, options),
    ]),
  );
}

/** Yields all rows of a list, page by page: `for await (const row of rowsOf(client.hostListings, { state: 'active' }))`. */
export async function* rowsOf(list, input = {}) {
  let cursor;
  do {
    const page = await list(cursor ? { ...input, cursor } : input);
    yield* page.rows;
    cursor = page.nextCursor;
  } while (cursor);
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** Repeats a call only if that has no second effect: a read, or a call with an idempotency key. */
async function call({ baseUrl, key, fetch, retries, sleep }, operation, input, { idempotencyKey, signal }) {
  const { url, init } = requestOf(operation, input);
  const headers = {
    ...init.headers,
    authorization: `Bearer ${key}`,
    ...(operation.once ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {}),
  };
  const mayRepeat = operation.method === 'GET' || operation.once;
  for (let tries = 0; ; tries++) {
    const outcome = await attempt(() => fetch(baseUrl + url, { ...init, headers, signal }), operation);
    if ('reply' in outcome) return outcome.reply;
    const passes = !signal?.aborted && isPassing(outcome.error);
    if (tries >= retries || !mayRepeat || !passes) throw outcome.error;
    await sleep(outcome.error.retryAfterSeconds ?? 2 ** tries);
  }
}

function requestOf({ method, path, query, body }, input) {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input[name]));
  const asked = new URLSearchParams(
    query.filter((name) => input[name] !== undefined).map((name) => [name, String(input[name])]),
  );
  const url = asked.size > 0 ? `${address}?${asked}` : address;
  if (!body) return { url, init: { method, headers: {} } };
  const sent = Object.fromEntries(
    body.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  );
  return {
    url,
    init: { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) },
  };
}

async function attempt(send, { file }) {
  try {
    const response = await send();
    if (response.ok) return { reply: file ? await response.text() : await response.json() };
    return { error: await errorOf(response) };
  } catch (error) {
    return { error };
  }
}

async function errorOf(response) {
  const wait = Number(response.headers.get('retry-after'));
  const problem = await response.json().catch(() => null);
  const unnamed = {
    code: 'unknown',
    status: response.status,
    title: response.statusText,
    type: 'about:blank',
  };
  return new PermilleError(
    problem?.code ? problem : { ...unnamed, detail: `The server answered ${response.status}.` },
    wait > 0 ? wait : null,
  );
}

/** Whether the next try may succeed: after a lost connection, a server error, or too many requests. */
const isPassing = (error) => !(error instanceof PermilleError) || error.status >= 500 || error.status === 429;
