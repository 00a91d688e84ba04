import type { z } from 'zod';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { callService } from '#server/infra/tracing/call-service.ts';
import { type Answer, answer, type Problem, problem } from './adapter.ts';

const timeoutMs = 10_000;
const maxBytes = 2 * 1024 * 1024;

/** A call that a platform counts as one unit of an allowance. */
export interface CountedCall {
  platform: ConnectablePlatform;
  /** Calls in the same bucket share an allowance. */
  bucket: string;
}

/** The part of an allowance that a call leaves to more important calls. */
export type Yields = 'tenth' | 'half';

/** Books a call before it is made. Returns a problem if the allowance does not cover it. */
export type BookCall = (call: CountedCall & { yields?: Yields | undefined }) => Promise<Problem | null>;

export interface OutsideCaller {
  timeoutMs?: number;
  maxBytes?: number;
  /** Books each call. When absent, nothing is booked. */
  book?: BookCall;
  /** The priority of a call that can be made another day. */
  yields?: Yields;
}

/**
 * Returns limits for readings of captions. They can be repeated, so they leave the last tenth of the
 * allowance to counts and payout checks.
 */
export const yielding = (limits: OutsideCaller): OutsideCaller => ({ ...limits, yields: 'tenth' });

export interface OutsideReply {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined if the body is empty or no JSON. */
  body: unknown;
  text: string;
}

/**
 * Makes one HTTP call to an outside service. Never follows a redirect; aborts after 10 seconds or 2 MB.
 * Returns a transient problem if there is no answer. Problems never repeat the address, which may contain a
 * token.
 */
export async function callOutside(
  url: string,
  init: RequestInit,
  limits: OutsideCaller = {},
): Promise<Answer<OutsideReply>> {
  try {
    const signal = AbortSignal.timeout(limits.timeoutMs ?? timeoutMs);
    const response = await callService(url, { ...init, redirect: 'manual', signal });
    const bytes = await readCapped(response, limits.maxBytes ?? maxBytes);
    if (bytes === null) return problem('transient', 'the answer was too long');
    const text = bytes.toString('utf8');
    return answer({ status: response.status, headers: response.headers, body: parse(text), text });
  } catch (error) {
    return unreached(error);
  }
}

function unreached(error: unknown): ReturnType<typeof problem> {
  const timedOut = error instanceof Error && error.name === 'TimeoutError';
  return problem('transient', timedOut ? 'no answer in time' : 'no connection');
}

/** Returns the body of an answer with status 200, within the limits of `callOutside`. */
export async function fetchBytes(url: string, limits: OutsideCaller = {}): Promise<Answer<Buffer>> {
  try {
    const signal = AbortSignal.timeout(limits.timeoutMs ?? timeoutMs);
    const response = await callService(url, { redirect: 'manual', credentials: 'omit', signal });
    const bytes = await readCapped(response, limits.maxBytes ?? maxBytes);
    if (bytes === null) return problem('transient', 'the answer was too long');
    if (response.status === 200) return answer(bytes);
    return problem(response.status >= 500 ? 'transient' : 'gone', `the address answered ${response.status}`);
  } catch (error) {
    return unreached(error);
  }
}

/** Books the call, then makes it with `callOutside`. */
export async function callCounted(
  call: CountedCall,
  url: string,
  init: RequestInit,
  limits: OutsideCaller,
): Promise<Answer<OutsideReply>> {
  const spent = (await limits.book?.({ ...call, yields: limits.yields })) ?? null;
  return spent ? { ok: false, problem: spent } : await callOutside(url, init, limits);
}

async function readCapped(response: Response, most: number): Promise<Buffer | null> {
  if (response.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses the body by a schema. Any other body is a transient problem, because platforms occasionally send
 * garbage.
 */
export function expectBody<T extends z.ZodType>(reply: OutsideReply, schema: T): Answer<z.output<T>> {
  const parsed = schema.safeParse(reply.body);
  return parsed.success ? answer(parsed.data) : problem('transient', 'the answer could not be read');
}

/**
 * Returns the problem that a status means if the body says nothing more. A proxy may have answered, so no
 * such problem ends an account's connection or a post's counting.
 */
export function problemOfStatus(reply: OutsideReply, detail: string): ReturnType<typeof problem> {
  const wait = retryAfterOf(reply.headers);
  if (reply.status === 429) return problem('quota', detail, wait);
  if (reply.status >= 500 || (reply.status >= 300 && reply.status < 400) || reply.status < 300) {
    return problem('transient', detail, wait);
  }
  return problem('rejected', detail);
}

/**
 * Returns the seconds that a reply asks to wait; null if it names no wait. The header has seconds, or a time
 * relative to the reply's Date.
 */
export function retryAfterOf(headers: Headers): number | null {
  const header = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(header)) return Number(header) || null;
  const wait = (Date.parse(header) - Date.parse(headers.get('date') ?? '')) / 1_000;
  return wait > 0 ? Math.ceil(wait) : null;
}

/** Creates a form to POST. */
export function form(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) };
}
