import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findToken } from '../consent/tokens.ts';
import type { Account, Platform, Post, Service, Token } from '../state.ts';
import { queryOf } from '../wire.ts';
import { accountById, type World } from '../world.ts';
import { visiblePost } from './posts.ts';

/** An error of a service, by the name or in the form that the service's code uses. */
export interface Refused<Refusal> {
  refusal: Refusal;
}

/** The caller that one service requires, and the form of its replies. */
export interface ReadRules<Caller extends object, Refusal> {
  /** Returns who calls. */
  caller(request: FastifyRequest): Caller | Refused<Refusal>;
  refuse(reply: FastifyReply, refusal: Refusal): FastifyReply;
  /** Wraps the data of a reply; absent when a reply is only the data. */
  envelope?(data: object): object;
}

/** A condition of a call, and the error when it is not met. */
export interface Check<Caller, Refusal> extends Refused<Refusal> {
  passes(caller: Caller): boolean;
}

interface Read<Caller, Refusal> {
  method?: 'GET' | 'POST';
  url: string;
  /** Conditions in the order in which the service checks them. */
  checks?: Check<Caller, Refusal>[];
  answer(caller: Caller, query: URLSearchParams, request: FastifyRequest): object | Refused<Refusal>;
}

/** Adds the endpoints of a service that read accounts and posts. */
export function addReads<Caller extends object, Refusal>(
  app: FastifyInstance,
  rules: ReadRules<Caller, Refusal>,
  reads: Read<Caller, Refusal>[],
): void {
  const result = (
    { checks = [], answer }: Read<Caller, Refusal>,
    request: FastifyRequest,
  ): object | Refused<Refusal> => {
    const caller = rules.caller(request);
    if ('refusal' in caller) return caller;
    const failed = checks.find(({ passes }) => !passes(caller));
    return failed ?? answer(caller, queryOf(request), request);
  };
  for (const read of reads) {
    app.route({
      method: read.method ?? 'GET',
      url: read.url,
      handler: (request, reply) => {
        const data = result(read, request);
        if ('refusal' in data) return rules.refuse(reply, data.refusal);
        return reply.send(rules.envelope?.(data) ?? data);
      },
    });
  }
}

/** The account that a token belongs to. */
export interface TokenCaller {
  token: Token;
  account: Account;
}

/** Finds the caller by a token. Refuses a token that is unknown, ended or of a kind that reads nothing. */
export function callerByToken<Refusal>(
  world: World,
  { service, platform }: { service: Service; platform: Platform },
  given: string | null,
  refusal: Refusal,
): TokenCaller | Refused<Refusal> {
  const token = findToken(world, service, given);
  const account = token && accountById(world, platform, token.accountId);
  return token && account && token.kind !== 'refresh' ? { token, account } : { refusal };
}

export const hasScope = <Refusal>(scope: string, refusal: Refusal): Check<TokenCaller, Refusal> => ({
  passes: ({ token }) => token.scope.includes(scope),
  refusal,
});

/** Returns the visible posts with these API ids that belong to the account. */
export const ownPosts = (world: World, { platform, id }: Account, apiIds: string[]): Post[] =>
  apiIds
    .map((apiId) => visiblePost(world, platform as Post['platform'], apiId))
    .filter((post) => post?.accountId === id)
    .filter((post) => post !== null);
