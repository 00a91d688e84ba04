import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CodeRequest, endToken, findToken, issueToken, redeemCode, revokeToken } from './consent.ts';
import type { Token } from './state.ts';
import { type BusinessError, sendBusiness, sendBusinessError } from './tiktok-business-reply.ts';
import { bodyOf } from './wire.ts';
import { nextOpaque, type World } from './world.ts';

const accessSeconds = 86_400;
const refreshSeconds = 365 * 86_400;

/** Whether an app for Business asks for consent; only such apps have this scope. */
export const isBusiness = (scope: readonly string[]): boolean =>
  scope.some((one) => one.endsWith('.insights') || one === 'user.info.username');

/**
 * Checks a redirect URL, which must end with a slash and have no query. TikTok also requires https without a
 * port, which is not checked here.
 */
export const businessRedirectProblem = ({ pathname, search }: URL): string | null =>
  pathname.endsWith('/') && search === '' ? null : 'redirect_uri must end with a slash and have no query.';

/** Returns an account's id for apps of the API for Business, which differs from its id for Login Kit. */
export const businessIdOf = (accountId: string): string =>
  `_000${createHash('sha256').update(`business ${accountId}`).digest('base64url').slice(0, 32)}`;

/**
 * Adds the tokens of the API for Business. An access token is valid for a day and a refresh token for a year;
 * both are replaced together. Requests and replies are JSON.
 */
export function addTiktokBusinessConsent(app: FastifyInstance, world: World, base: string): void {
  const endpoint = (
    path: string,
    answer: (body: Record<string, unknown>, reply: FastifyReply) => Promise<FastifyReply>,
  ): void => {
    app.post(`${base}/tt_user/oauth2/${path}/`, async (request: FastifyRequest, reply) => {
      const body = bodyOf(request);
      const hasKeys = typeof body.client_id === 'string' && typeof body.client_secret === 'string';
      return hasKeys ? answer(body, reply) : sendBusinessError(world, reply, 'parameters');
    });
  };
  const refuse = async (reply: FastifyReply, error: BusinessError): Promise<FastifyReply> => {
    await world.save();
    return sendBusinessError(world, reply, error);
  };
  endpoint('token', async (body, reply) => {
    if (body.grant_type !== 'authorization_code') return refuse(reply, 'parameters');
    const consent = redeemCode(world, {
      service: 'tiktok-business',
      code: text(body.auth_code),
      clientId: text(body.client_id),
      redirectUri: text(body.redirect_uri),
      codeVerifier: null,
    });
    return consent
      ? sendTokens(world, reply, { ...consent, grant: nextOpaque(world, 'grant', 16) })
      : refuse(reply, 'badCode');
  });
  endpoint('refresh_token', async (body, reply) => {
    const token = findToken(world, 'tiktok-business', text(body.refresh_token));
    if (body.grant_type !== 'refresh_token') return refuse(reply, 'parameters');
    if (token?.kind !== 'refresh' || token.clientId !== body.client_id)
      return refuse(reply, 'badRefreshToken');
    endToken(world, token);
    return sendTokens(world, reply, token);
  });
  endpoint('revoke', async (body, reply) => {
    if (!revokeToken(world, 'tiktok-business', text(body.access_token))) return refuse(reply, 'badToken');
    await world.save();
    return sendBusiness(world, reply, {});
  });
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

async function sendTokens(
  world: World,
  reply: FastifyReply,
  issue: (CodeRequest & { grant: string }) | Token,
): Promise<FastifyReply> {
  const data = {
    access_token: issueToken(world, { ...issue, kind: 'access' }, 'act.', accessSeconds),
    token_type: 'Bearer',
    scope: issue.scope.join(','),
    expires_in: accessSeconds,
    refresh_token: issueToken(world, { ...issue, kind: 'refresh' }, 'rft.', refreshSeconds),
    refresh_token_expires_in: refreshSeconds,
    open_id: businessIdOf(issue.accountId),
  };
  await world.save();
  return sendBusiness(world, reply, data);
}
