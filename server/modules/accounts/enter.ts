import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#server/infra/outcome.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { type LoginTry, uncountTry } from './policy.ts';
import { type ProvenLogin, startSession } from './start-session.ts';

interface At {
  request: FastifyRequest;
  reply: FastifyReply;
}

export function tooManyTries(reply: FastifyReply) {
  reply.header('retry-after', '60');
  return refuse('too_many_requests');
}

/** Starts the session and remembers the browser as known to the account. */
export async function enter(deps: AccountsDeps, login: ProvenLogin, tried: LoginTry, at: At) {
  const refused = await startSession(deps, login, at);
  if (refused) return refused;
  await uncountTry(deps.db, tried);
  const { userId, passwordHash } = login;
  if (passwordHash) deps.device.remember(at, { userId, passwordHash });
  return null;
}
