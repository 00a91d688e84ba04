import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_CALLS_PER_MINUTE } from '#contract/limits.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import {
  confirmedRecently,
  isOtherAccount,
  isShared,
  type ReadActor,
  type ReadKey,
  refuseAccess,
} from './actor.ts';
import { sendProblem, sendRefusal } from './problem.ts';
import { callerBucket, countHit, refuseBeyond } from './rate-limit.ts';

interface Callers {
  db: Database;
  readActor: ReadActor;
  /**
   * Whether strangers share the demo accounts. A change to an account would then remain for the next visitor.
   */
  isSharedDemo?: boolean;
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Runs before the handler of a page's call. Checks in this order: session, access, rate. */
export const sessionGuard =
  (api: Callers, spec: RouteSpec): Guard =>
  async (request, reply) => {
    const caller = await api.readActor(request, { withoutSecondFactor: true });
    const tooEarly = caller?.needsSecondFactor && !spec.withoutSecondFactor;
    const actor = tooEarly ? null : caller;
    request.actor = actor;
    if (spec.access !== 'public' && isOtherAccount(request, caller))
      return sendProblem(reply, 'other_account');
    const refused =
      tooEarly && spec.access !== 'public' ? 'second_factor_needed' : refuseAccess(spec.access, actor);
    if (refused) return sendProblem(reply, refused);
    if (spec.changesAccount && isShared(api, actor)) return sendProblem(reply, 'demo_account_fixed');
    if (spec.recentLogin && !confirmedRecently(actor)) return sendProblem(reply, 'confirm_identity');
    return await checkRate(api, spec, request, reply);
  };

/**
 * Runs before the handler of a program's call. Checks in this order: key, the key's rate, access, scope, the
 * route's rate. Ignores cookies.
 */
export const keyGuard =
  (api: Callers, readKey: ReadKey, spec: RouteSpec): Guard =>
  async (request, reply) => {
    reply.header('cache-control', 'private, no-cache');
    const holder = await readKey(request);
    if (isRefusal(holder)) {
      if (holder.code === 'too_many_requests') reply.header('retry-after', '60');
      if (holder.code === 'api_key_required' || holder.code === 'api_key_invalid')
        reply.header('www-authenticate', 'Bearer');
      return sendRefusal(reply, holder);
    }
    request.actor = holder;
    const { hits, secondsLeft } = await countHit(api.db, `API key ${holder.key.id}`);
    reply.headers({
      'ratelimit-limit': API_CALLS_PER_MINUTE,
      'ratelimit-remaining': Math.max(0, API_CALLS_PER_MINUTE - hits),
      'ratelimit-reset': secondsLeft,
    });
    if (hits > API_CALLS_PER_MINUTE) {
      return sendProblem(reply.header('retry-after', String(secondsLeft)), 'too_many_requests');
    }
    const refused = refuseAccess(spec.access, holder);
    if (refused) return sendProblem(reply, refused);
    if (!spec.scope || !holder.key.scopes.includes(spec.scope)) {
      const detail = `This API key does not have the scope ${spec.scope}. Make a key that has it.`;
      return sendProblem(reply, 'scope_missing', { detail });
    }
    return await checkRate(api, spec, request, reply);
  };

async function checkRate(
  { db }: Callers,
  spec: RouteSpec,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (spec.perMinute === undefined) return;
  const bucket = `${spec.method} ${spec.path} ${request.actor?.userId ?? callerBucket(request.ip)}`;
  return await refuseBeyond(db, bucket, spec.perMinute, reply);
}
