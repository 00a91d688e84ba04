import type { FastifyInstance, FastifyReply } from 'fastify';
import { addAuthorize } from './authorize.ts';
import { type CodeRequest, endToken, findToken, issueToken, redeemCode, revokeToken } from './consent.ts';
import type { Token } from './state.ts';
import { businessRedirectProblem, isBusiness } from './tiktok-business-consent.ts';
import { formOf } from './wire.ts';
import { logId, nextOpaque, type World } from './world.ts';

const accessSeconds = 2 * 3_600;
const refreshSeconds = 180 * 86_400;

/**
 * Adds TikTok Login Kit: authorize page, tokens of two hours, refresh tokens that are replaced at each use,
 * revoke. Apps of the API for Business use the same page.
 */
export function addTiktokConsent(
  app: FastifyInstance,
  world: World,
  authBase: string,
  apiBase: string,
): void {
  addAuthorize(app, world, {
    platform: 'tiktok',
    path: `${authBase}/v2/auth/authorize/`,
    clientParameter: 'client_key',
    scopeSeparator: ',',
    withholdable: (scope) => scope !== 'user.info.basic',
    serviceOf: (scope) => (isBusiness(scope) ? 'tiktok-business' : 'tiktok'),
    problem: ({ challenge, redirect, scope }) =>
      isBusiness(scope) ? businessRedirectProblem(redirect) : challengeProblem(challenge, redirect),
    allowed: (target, scope) => target.searchParams.set('scopes', scope.join(',')),
    denied: (target) => target.searchParams.set('error_description', 'User canceled the authorization'),
  });
  app.post(`${apiBase}/v2/oauth/token/`, async (request, reply) => {
    const form = formOf(request);
    if (!form.get('client_key') || !form.get('client_secret')) {
      return refuse(world, reply, 401, 'invalid_client', 'Client key or secret is incorrect.');
    }
    const kind = form.get('grant_type');
    if (kind === 'authorization_code') return exchange(world, form, reply);
    if (kind === 'refresh_token') return refresh(world, form, reply);
    return refuse(world, reply, 400, 'unsupported_grant_type', 'The grant type is not supported.');
  });
  app.post(`${apiBase}/v2/oauth/revoke/`, async (request, reply) => {
    const form = formOf(request);
    if (!form.get('client_key') || !form.get('client_secret')) {
      return refuse(world, reply, 401, 'invalid_client', 'Client key or secret is incorrect.');
    }
    if (!revokeToken(world, 'tiktok', form.get('token'))) {
      return refuse(world, reply, 400, 'invalid_request', 'The token is invalid.');
    }
    await world.save();
    return reply.send({});
  });
}

/**
 * Checks the challenge. Desktop apps redirect to this machine and need PKCE in hex; TikTok's guide for web
 * apps requires no challenge.
 */
function challengeProblem(challenge: string | null, { hostname }: URL): string | null {
  const isDesktop = hostname === 'localhost' || hostname === '127.0.0.1';
  if (!challenge) return isDesktop ? 'Missing parameter: code_challenge.' : null;
  return /^[0-9a-f]{64}$/.test(challenge)
    ? null
    : 'code_challenge must be the SHA256 of the verifier in hex.';
}

async function exchange(world: World, form: URLSearchParams, reply: FastifyReply): Promise<FastifyReply> {
  const consent = redeemCode(world, {
    service: 'tiktok',
    code: form.get('code'),
    clientId: form.get('client_key'),
    redirectUri: form.get('redirect_uri'),
    codeVerifier: form.get('code_verifier'),
  });
  if (consent === null) {
    await world.save();
    return refuse(world, reply, 400, 'invalid_grant', 'Authorization code is expired or used.');
  }
  return sendTokens(world, reply, { ...consent, grant: nextOpaque(world, 'grant', 16) });
}

async function refresh(world: World, form: URLSearchParams, reply: FastifyReply): Promise<FastifyReply> {
  const token = findToken(world, 'tiktok', form.get('refresh_token'));
  if (token?.kind !== 'refresh' || token.clientId !== form.get('client_key')) {
    return refuse(world, reply, 400, 'invalid_grant', 'Refresh token is invalid or expired.');
  }
  endToken(world, token);
  return sendTokens(world, reply, token);
}

async function sendTokens(
  world: World,
  reply: FastifyReply,
  issue: (CodeRequest & { grant: string }) | Token,
): Promise<FastifyReply> {
  const body = {
    open_id: issue.accountId,
    scope: issue.scope.join(','),
    access_token: issueToken(world, { ...issue, kind: 'access' }, 'act.', accessSeconds),
    expires_in: accessSeconds,
    refresh_token: issueToken(world, { ...issue, kind: 'refresh' }, 'rft.', refreshSeconds),
    refresh_expires_in: refreshSeconds,
    token_type: 'Bearer',
  };
  await world.save();
  return reply.send(body);
}

function refuse(
  world: World,
  reply: FastifyReply,
  status: number,
  error: string,
  description: string,
): FastifyReply {
  const log_id = logId(world);
  return reply.code(status).send({ error, error_description: description, log_id });
}
