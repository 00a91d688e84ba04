import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findToken } from '../consent/tokens.ts';
import { streamOf } from '../random.ts';
import { serviceRead } from '../services.ts';
import type { WorldState } from '../state.ts';
import { bearerOf, queryOf } from '../wire.ts';
import type { RandomErrors, World } from '../world.ts';
import {
  type ErringService,
  errorsByChance,
  hasErrors,
  type PlatformError,
  platformError,
  platformErrors,
} from './catalogue.ts';

export const refusalInput = z.strictObject({
  service: z.enum(Object.keys(platformErrors) as ErringService[]),
  /**
   * The error's name in the catalogue. Null ends an error that was set for the same service, account and
   * post.
   */
  error: z.string().nullable(),
  /** The account whose calls are refused; absent for calls of all accounts. */
  accountId: z.string().optional(),
  /** The post whose calls are refused, alone or among other posts; absent for all calls that read posts. */
  postId: z.string().optional(),
  minutes: z.number().positive().optional(),
});
export type RefusalInput = z.infer<typeof refusalInput>;

/** Makes a platform answer with one of its errors from now on. Returns false when it has no such error. */
export function setRefusal(world: World, input: RefusalInput): boolean {
  const { service, error, accountId = null, postId = null, minutes = 24 * 60 } = input;
  if (error !== null && !platformError(service, error)) return false;
  world.state.refusals = world.state.refusals.filter(
    (one) => one.service !== service || one.accountId !== accountId || one.postId !== postId,
  );
  if (error === null) return true;
  const until = new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();
  world.state.refusals.push({ service, error, accountId, postId, until });
  return true;
}

/** Returns a hook that answers calls that read posts with an error, as set or at random. */
export function refusalHook(world: World) {
  const random = world.randomErrors;
  const chance = random && streamOf(random.seed, 'errors');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const service = readingService(request.url);
    if (!service) return undefined;
    const set = world.state.refusals.find((one) => one.service === service && concerns(world, one, request));
    const error = set ? platformError(service, set.error) : chance && byChance(service, chance, random);
    return error ? reply.code(error.status).send(error.body) : undefined;
  };
}

function byChance(
  service: ErringService,
  chance: () => number,
  { share, of = 'passing' }: RandomErrors,
): PlatformError | null {
  if (chance() >= share) return null;
  const errors = errorsByChance(service, of);
  return errors[Math.floor(chance() * errors.length)] ?? null;
}

/** Returns the platform whose posts a call reads, if it has documented errors. */
function readingService(url: string): ErringService | null {
  const service = serviceRead(url);
  return service && hasErrors(service) ? service : null;
}

function concerns(world: World, one: WorldState['refusals'][number], request: FastifyRequest): boolean {
  if (one.until <= world.clock.now().toISOString()) return false;
  if (one.accountId !== null && one.accountId !== accountAsking(world, one.service, request)) return false;
  if (one.postId === null) return true;
  const post = world.state.posts.find(({ id }) => id === one.postId);
  const asked = `${decodeURIComponent(request.url)} ${JSON.stringify(request.body ?? '')}`;
  return [one.postId, post?.apiId].some((id) => id !== undefined && asked.includes(id));
}

function accountAsking(world: World, service: ErringService, request: FastifyRequest): string | null {
  const header = request.headers['access-token'];
  const given =
    typeof header === 'string' ? header : (queryOf(request).get('access_token') ?? bearerOf(request));
  return findToken(world, service, given)?.accountId ?? null;
}
