import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf, formOf } from '../wire.ts';
import { nextOpaque, type World } from '../world.ts';

/** An error in Stripe's format. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly type: string;
  readonly more: Record<string, string>;
  constructor(status: number, type: string, message: string, more: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.more = more;
  }
}

export const invalid = (message: string, more: Record<string, string> = {}): StripeProblem =>
  new StripeProblem(400, 'invalid_request_error', message, more);

export const missing = (what: string, id: string): StripeProblem =>
  new StripeProblem(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing' });

const refuseBusy = (): never => {
  throw new StripeProblem(
    409,
    'invalid_request_error',
    'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through).',
    { code: 'idempotency_key_in_use' },
  );
};

const KEPT_MS = 86_400_000;

/**
 * Handles a call as Stripe does: it requires a test API key, sends a `Request-Id`, and answers with errors in
 * Stripe's format. A POST with an `Idempotency-Key` gets its first reply again for a day; the same key with
 * other parameters is refused. With the fault `losesReply` the call is done and the connection dropped. With
 * `keyInUse` the answer is that an earlier request with the key is in progress.
 */
export async function answer(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => object,
  { losesReply, keyInUse }: { losesReply: boolean; keyInUse: boolean },
): Promise<FastifyReply> {
  reply.header('request-id', `req_${nextOpaque(world, 'request', 14)}`);
  const { status, body } = attempt(world, request, keyInUse ? refuseBusy : work);
  await world.save();
  if (losesReply) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  return reply.code(status).type('application/json').send(body);
}

function attempt(
  world: World,
  request: FastifyRequest,
  work: () => object,
): { status: number; body: string } {
  try {
    const secret = bearerOf(request) ?? '';
    if (!/^(sk|rk)_test_/.test(secret)) {
      throw new StripeProblem(401, 'invalid_request_error', 'Invalid API Key provided');
    }
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    if (typeof key !== 'string') return { status: 200, body: JSON.stringify(work()) };
    if (work === refuseBusy) work();
    return underKey(world, key, request, work);
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    const { status, type, message, more } = error;
    return { status, body: JSON.stringify({ error: { type, message, ...more } }) };
  }
}

function underKey(world: World, key: string, request: FastifyRequest, work: () => object) {
  const { stripe } = world.state;
  const now = world.clock.now();
  const oldest = new Date(now.getTime() - KEPT_MS).toISOString();
  stripe.keys = stripe.keys.filter(({ at }) => at > oldest);
  const form = formOf(request);
  const hash = createHash('sha256').update(`${request.url}\n${form.toString()}`).digest('hex');
  const known = stripe.keys.find((one) => one.key === key);
  if (known && known.request !== hash) {
    throw new StripeProblem(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
    );
  }
  if (known) return { status: known.status, body: known.reply };
  const body = JSON.stringify(work());
  stripe.keys.push({ key, request: hash, status: 200, reply: body, at: now.toISOString() });
  return { status: 200, body };
}

/** Returns the fields `metadata[depositId]=…` of a form as an object. */
export function mapOf(form: URLSearchParams, name: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, value] of form) {
    if (path.startsWith(`${name}[`) && path.endsWith(']')) found[path.slice(name.length + 1, -1)] = value;
  }
  return found;
}

/** Returns the names of the fields that a call asks to expand. */
export const expanded = (params: URLSearchParams): string[] =>
  [...params].filter(([name]) => /^expand\[\d*\]$/.test(name)).map(([, value]) => value);
