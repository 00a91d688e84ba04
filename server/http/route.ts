import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import { publicPath } from '#contract/wire/public-api.ts';
import type { Access, RouteSpec } from '#contract/wire/route.ts';
import type { Clock } from '#server/infra/clock.ts';
import { isRefusal, type Outcome, type Refusal } from '#server/infra/outcome.ts';
import type { Replica } from '#server/infra/read-replica.ts';
import { noteAgreement } from '#server/infra/second-admin.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { WireJson } from '#server/infra/wire-json.ts';
import type { Actor, ReadActor, ReadKey } from './actor.ts';
import { answerUnchanged } from './api-key.ts';
import { deprecationHeaders } from './deprecation.ts';
import { keyGuard, sessionGuard } from './guards.ts';
import { hashRequest, once, readKey, readReply } from './idempotency.ts';
import { sendProblem, sendRefusal } from './problem.ts';
import { wireSender } from './wire-json.ts';

/** The server and the few dependencies that every route needs. */
export interface Api {
  server: FastifyInstance;
  db: Database;
  /** The replica, for reads of files and of public lists. */
  replica: Replica;
  clock: Clock;
  readActor: ReadActor;
  /**
   * Whether strangers share the demo accounts; absent without demo accounts, or when they belong to one
   * person.
   */
  isSharedDemo?: boolean;
  /** Reads a program's API key; absent when programs can't call. */
  readKey?: ReadKey;
}

type ActorOf<A extends Access> = A extends 'public' ? Actor | null : Actor;

export interface Call<P, Q, B, A extends Access> {
  params: P;
  query: Q;
  body: B;
  actor: ActorOf<A>;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Spec<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  E extends ErrorCode,
> = RouteSpec<P, Q, B, R, E>;

/**
 * Registers a declared route. The handler gets validated input and returns the reply (in code form: `Micros`,
 * `Date`) or one of the route's own refusals; the reply is validated before it is sent. A very busy route may
 * return `WireJson`.
 */
export function implement<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  E extends ErrorCode,
  A extends Access,
>(
  api: Api,
  spec: Spec<P, Q, B, R, E> & { access: A },
  handler: (
    call: Call<z.output<P>, z.output<Q>, z.output<B>, A>,
  ) => Promise<Outcome<z.output<R> | WireJson, NoInfer<E>>>,
): void {
  register(api, spec, async (call) => await handler(call as Call<z.output<P>, z.output<Q>, z.output<B>, A>));
}

/**
 * Like `implement`, for a route with an idempotency key: the handler runs inside the transaction that records
 * the key.
 */
export function implementOnce<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  E extends ErrorCode,
  A extends Exclude<Access, 'public'>,
>(
  api: Api,
  spec: Spec<P, Q, B, R, E> & { access: A },
  handler: (
    call: Call<z.output<P>, z.output<Q>, z.output<B>, A>,
    tx: Tx,
  ) => Promise<Outcome<z.output<R>, NoInfer<E>>>,
): void {
  implementPreparedOnce(api, spec, async () => undefined, handler);
}

/**
 * Like `implementOnce`, for work that must not run inside a transaction, such as calling a platform.
 * `prepare` does this work before the transaction. It is not called for a request whose reply is already
 * recorded.
 */
export function implementPreparedOnce<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  E extends ErrorCode,
  A extends Exclude<Access, 'public'>,
  Prepared,
>(
  api: Api,
  spec: Spec<P, Q, B, R, E> & { access: A },
  prepare: (call: Call<z.output<P>, z.output<Q>, z.output<B>, A>) => Promise<Prepared | Refusal<NoInfer<E>>>,
  handler: (
    call: Call<z.output<P>, z.output<Q>, z.output<B>, A>,
    tx: Tx,
    prepared: Prepared,
  ) => Promise<Outcome<z.output<R>, NoInfer<E>>>,
): void {
  register(api, spec, async (anyCall) => {
    const key = readKey(anyCall.request.headers['idempotency-key']);
    if (!key) return sendKeyRequired(anyCall.reply);
    const call = anyCall as Call<z.output<P>, z.output<Q>, z.output<B>, A>;
    const { actor } = call as { actor: Actor };
    const hash = hashRequest([spec.method, spec.path, call.params, call.query, call.body]);
    const request = { actorId: actor.userId, key, hash };
    const codec = {
      encode: (result: z.output<R>) => z.encode(spec.reply, result),
      decode: (stored: unknown) => z.decode(spec.reply, stored as z.input<R>),
    };
    const known = await readReply(api.db, request, codec.decode);
    if (known !== null) return known;
    const prepared = await prepare(call);
    // A repeat that arrived meanwhile may be refused because the first one has just taken effect.
    if (isRefusal(prepared)) return (await readReply(api.db, request, codec.decode)) ?? prepared;
    return await once(api.db, request, (tx) => handler(call, tx, prepared as Prepared), codec);
  });
}

const sendKeyRequired = (reply: FastifyReply): FastifyReply =>
  sendProblem(reply, 'invalid_input', {
    detail: 'The header Idempotency-Key is required: 8 to 200 visible characters.',
    fields: [{ field: 'Idempotency-Key', message: 'Required: 8 to 200 visible characters.' }],
  });

type AnyCall = Call<unknown, unknown, unknown, Access>;

/**
 * Serves a route at its own URL for pages and, if it has a scope, under /api/v1 for programs with an API key.
 * A request passes these steps in order: caller, access, rate, validated input, handler.
 */
export function register(api: Api, spec: RouteSpec, run: (call: AnyCall) => Promise<unknown>): void {
  mount(api, spec, run, { url: spec.path, preValidation: sessionGuard(api, spec) });
  if (!spec.scope || !api.readKey) return;
  const { deprecated } = spec;
  mount(api, spec, run, {
    url: publicPath(spec.path),
    onRequest: async (_, reply) => {
      if (deprecated) reply.headers(deprecationHeaders(deprecated));
    },
    preValidation: keyGuard(api, api.readKey, spec),
    onSend: answerUnchanged,
  });
}

function mount(
  api: Api,
  spec: RouteSpec,
  run: (call: AnyCall) => Promise<unknown>,
  at: Pick<RouteOptions, 'url' | 'onRequest' | 'preValidation' | 'onSend'>,
): void {
  const sendWire = wireSender(spec);
  api.server.route({
    ...at,
    method: spec.method,
    ...(spec.bodyMaxBytes === undefined ? {} : { bodyLimit: spec.bodyMaxBytes }),
    schema: {
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { querystring: spec.query } : {}),
      ...(spec.body ? { body: spec.body } : {}),
      response: { 200: spec.reply },
    },
    handler: async (request, reply) => {
      const result = await run({
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.actor,
        now: api.clock.now(),
        request,
        reply,
      });
      await noteAgreement(api.db, result);
      if (isRefusal(result)) return sendRefusal(reply, result);
      if (result instanceof WireJson) return sendWire(reply, result);
      return result;
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}
