import Stripe from 'stripe';
import { callService } from '#server/infra/tracing/call-service.ts';

export interface StripeAccess {
  secretKey: string;
  webhookSecret: string;
  /** Origin that replaces Stripe's, such as a simulator's; null for Stripe. */
  base: string | null;
  /** True for real money. Events must have the same `livemode`. */
  livemode: boolean;
  /** Whether the built-in simulator answers. */
  simulated: boolean;
}

export interface StripeRail {
  client: Stripe;
  webhookSecret: string;
  livemode: boolean;
  kind: 'live' | 'test' | 'simulated';
}

/** Timeout of a call: longer than the slowest answer seen, shorter than a person would wait. */
const TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 2 * 1024 * 1024;

/** Creates a client with a timeout, without redirects and with a limit on the reply's size. */
export function connectStripe({
  secretKey,
  webhookSecret,
  base,
  livemode,
  simulated,
}: StripeAccess): StripeRail {
  const at = base === null ? null : new URL(base);
  const client = new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(cappedFetch),
    ...(at && {
      host: at.hostname,
      port: at.port || (at.protocol === 'http:' ? 80 : 443),
      protocol: at.protocol === 'http:' ? 'http' : 'https',
    }),
  });
  return { client, webhookSecret, livemode, kind: simulated ? 'simulated' : livemode ? 'live' : 'test' };
}

async function cappedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const reply = await callService(input, { ...init, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_REPLY_BYTES) throw new Error('the answer was too long');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: reply.status, headers: reply.headers });
}

/**
 * Interprets a failed call. "no": the processor refused for good, and nothing will happen under this
 * idempotency key. "unsure": the call may have had an effect; a retry under the same key returns the outcome.
 */
export function readFailure(error: unknown): { kind: 'no' | 'unsure'; reason: string } {
  // Status 409 means that an earlier request under this key is still running. So the outcome is unknown,
  // whatever the error's type.
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 409) {
    return { kind: 'unsure', reason: error.code ?? error.type };
  }
  if (error instanceof Stripe.errors.StripeIdempotencyError) return { kind: 'unsure', reason: error.message };
  if (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError
  ) {
    return { kind: 'no', reason: error.code ?? error.type };
  }
  return { kind: 'unsure', reason: error instanceof Error ? error.name : 'unknown' };
}
