import { z } from 'zod';
import { ACCOUNT_HEADER } from '#contract/accounts/accounts.ts';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Problem, problemSchema } from '#contract/wire/problem.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { confirmIdentity } from './identity.ts';
import { type Pause, pauseOf, startPause } from './pauses.ts';
import { doubtServer, noteReply } from './reach.ts';

/** A refused or failed call. `title` and `message` are written for people. */
export class ApiError extends Error {
  readonly problem: Problem;
  /**
   * Time on the clock of `Date.now()` from which the server answers this read again; null if the refusal does
   * not expire.
   */
  readonly retryAt: number | null;
  constructor(problem: Problem, retryAt: number | null = null) {
    super(problem.detail);
    this.name = 'ApiError';
    this.problem = problem;
    this.retryAt = retryAt;
  }
  get code(): ErrorCode | 'offline' {
    return this.problem.code as ErrorCode | 'offline';
  }
  get title(): string {
    return this.problem.title;
  }
}

/**
 * Returns the error to show for a failed call: the server's sentences, or a text that the reply did not match
 * the contract.
 */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError({
        type: 'about:blank',
        code: 'internal',
        status: 500,
        title: 'Something went wrong',
        detail: 'The server’s answer could not be read. Reload the page and check whether it was done.',
      });

/**
 * Whether no valid reply arrived, so that the call may have taken effect. A refusal is a valid reply, even
 * "busy".
 */
export const isFault = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === 'offline' ||
  (error.problem.status >= 500 && error.code !== 'busy');

/**
 * Whether the read will be refused until somebody acts, because nobody is signed in, the account is another
 * one, or the object is gone.
 */
export const isWithheld = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'other_account' ||
    (error.code !== 'offline' && [401, 403, 404].includes(error.problem.status)));

/** Whether the object is gone or hidden from this person. False if only the session is missing. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'offline' && [403, 404].includes(error.problem.status);

const offline: Problem = {
  type: 'about:blank',
  code: 'offline',
  status: 0,
  title: 'No connection',
  detail: 'The server could not be reached. What you entered is still here; try again.',
};

const tooMany: Problem = {
  type: 'about:blank',
  code: 'too_many_requests',
  status: 429,
  title: 'Too many tries',
  detail: 'Wait a little and try again.',
};

let account: string | null = null;

/**
 * Adds this user's id to each call. The server refuses the call if another person has signed in since the
 * page was opened.
 */
export function callAs(userId: string | null): void {
  account = userId;
}

interface Input {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  /** Key for routes that need one. Retries of the same action must use the same key. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Completes the request even if the page is left. Browsers allow this for at most 64 KiB. */
  keepalive?: boolean;
}

/** The ids in an address. Pages don't distinguish ids of people and of accounts, as the server does. */
type Ids<Params> = { [Name in keyof Params]: Params[Name] extends AccountId ? string : Params[Name] };

/** Input of a declared route. */
export type InputOf<S extends RouteSpec> =
  S extends RouteSpec<infer P, infer Q, infer B>
    ? (P extends z.ZodUndefined ? { params?: undefined } : { params: Ids<z.output<P>> }) &
        (Q extends z.ZodUndefined ? { query?: undefined } : { query: Partial<z.output<Q>> }) &
        (B extends z.ZodUndefined ? { body?: undefined } : { body: z.output<B> }) & {
          idempotencyKey?: string;
          signal?: AbortSignal;
          keepalive?: boolean;
        }
    : never;

/** Filters of a declared route. */
export type QueryOf<S extends RouteSpec> = NonNullable<InputOf<S>['query']>;

/** Reply of a declared route. */
export type ReplyOf<S extends RouteSpec> = z.output<S['reply']>;

/**
 * Calls a declared route. Input and reply have their types in code (`Micros`, `Date`). If the route requires
 * the person to confirm their identity, asks them and then repeats the call.
 * @throws ApiError for every refusal and fault, with code "offline" when no reply arrived
 */
export async function call<S extends RouteSpec>(spec: S, input: InputOf<S>): Promise<ReplyOf<S>> {
  const attempt = () => callUnlessPaused(spec, input);
  try {
    return await attempt();
  } catch (error) {
    const asks = error instanceof ApiError && error.code === 'confirm_identity';
    if (!asks || !(await confirmIdentity())) throw error;
    return await attempt();
  }
}

/**
 * Sends a file's bytes to an address that is not in the route table.
 * @throws ApiError as `call` does
 */
export async function sendFile<R extends z.ZodType>(
  path: string,
  file: Blob,
  reply: R,
): Promise<z.output<R>> {
  const init = { method: 'PUT', headers: { 'content-type': file.type }, body: file };
  return await readReply(await callOutside(path, init), reply);
}

/**
 * Sends a request to an address that is not in the route table.
 * @throws ApiError as `call` does
 */
export async function callOutside(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, credentials: 'same-origin' }).catch(() => {
    throw new ApiError(offline);
  });
  if (!response.ok) throw refusalOf(response.status, await response.text());
  return response;
}

/**
 * Returns the error in a refusal's body. A reply without a valid body is from a proxy: its rate limit (429),
 * or the news that the server is unreachable.
 */
export function refusalOf(status: number, text: string): ApiError {
  const problem = problemSchema.safeParse(parseJson(text));
  return new ApiError(problem.success ? problem.data : status === 429 ? tooMany : { ...offline, status });
}

const pausedError = ({ problem, until }: Pause): ApiError => new ApiError(problem, until);

/**
 * Like `call`. As long as a rate limit of the server refuses this read, it throws the earlier refusal without
 * sending a request.
 */
async function callUnlessPaused<S extends RouteSpec>(spec: S, input: Input): Promise<ReplyOf<S>> {
  const bucket = `${account} ${spec.path}`;
  const pause = spec.method === 'GET' ? pauseOf(bucket) : undefined;
  if (pause) throw pausedError(pause);
  const response = await send(spec, input);
  if (response.status !== 429 || spec.method !== 'GET')
    return await readReply<S['reply']>(response, spec.reply);
  const { problem } = refusalOf(response.status, await response.text());
  throw pausedError(startPause(bucket, problem, response.headers.get('retry-after')));
}

async function readReply<R extends z.ZodType>(response: Response, reply: R): Promise<z.output<R>> {
  const text = await response.text();
  if (!response.ok) throw refusalOf(response.status, text);
  return z.decode(reply, parseJson(text) as z.input<R>);
}

async function send(spec: RouteSpec, input: Input): Promise<Response> {
  const headers: Record<string, string> = {};
  if (spec.body) headers['content-type'] = 'application/json';
  if (account) headers[ACCOUNT_HEADER] = account;
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
  try {
    const reply = await fetch(address(spec, input), {
      method: spec.method,
      headers,
      credentials: 'same-origin',
      ...(spec.body ? { body: JSON.stringify(z.encode(spec.body, input.body)) } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.keepalive ? { keepalive: true } : {}),
    });
    noteReply(reply);
    return reply;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    doubtServer();
    throw new ApiError(offline);
  }
}

/** The path of a call including its parameters and query. */
export function address(spec: RouteSpec, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = spec.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}

function parseJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return null;
  }
}
