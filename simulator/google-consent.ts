import type { FastifyInstance, FastifyReply } from 'fastify';
import { addAuthorize } from './authorize.ts';
import { findToken, issueToken, redeemCode, revokeToken } from './consent.ts';
import { formOf, queryOf } from './wire.ts';
import { nextOpaque, type World } from './world.ts';
import { analyticsScope } from './youtube-analytics.ts';

const accessSeconds = 3_599;
// Refresh tokens of a verified app at Google are valid until they are revoked, or unused for six months.
const refreshSeconds = 180 * 86_400;

/**
 * Adds Google's OAuth for "connect your channel": authorize page, token with PKCE, refresh without rotation,
 * revoke.
 */
export function addGoogleConsent(
  app: FastifyInstance,
  world: World,
  paths: { auth: string; token: string; revoke: string },
): void {
  addAuthorize(app, world, {
    platform: 'youtube',
    path: paths.auth,
    clientParameter: 'client_id',
    scopeSeparator: ' ',
    // When an app requests more than one permission, Google lets people deselect each.
    withholdable: (scope) => scope === analyticsScope,
    allowed: (target, scope) => target.searchParams.set('scope', scope.join(' ')),
    denied: () => undefined,
  });
  app.post(paths.token, async (request, reply) => {
    const form = formOf(request);
    if (!form.get('client_id') || !form.get('client_secret')) {
      return refuse(reply, 401, 'invalid_client', 'The OAuth client was not found.');
    }
    if (form.get('grant_type') === 'authorization_code') return exchange(world, form, reply);
    if (form.get('grant_type') === 'refresh_token') return refresh(world, form, reply);
    return refuse(reply, 400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
  });
  app.post(paths.revoke, async (request, reply) => {
    const token = formOf(request).get('token') ?? queryOf(request).get('token');
    if (!revokeToken(world, 'youtube', token)) {
      return refuse(reply, 400, 'invalid_token', 'Token expired or revoked');
    }
    await world.save();
    return reply.send({});
  });
}

async function exchange(world: World, form: URLSearchParams, reply: FastifyReply): Promise<FastifyReply> {
  const consent = redeemCode(world, {
    service: 'youtube',
    code: form.get('code'),
    clientId: form.get('client_id'),
    redirectUri: form.get('redirect_uri'),
    codeVerifier: form.get('code_verifier'),
  });
  if (consent === null) {
    await world.save();
    return refuse(reply, 400, 'invalid_grant', 'Bad Request');
  }
  const issue = { ...consent, grant: nextOpaque(world, 'grant', 16) };
  const body = {
    access_token: issueToken(world, { ...issue, kind: 'access' }, 'ya29.', accessSeconds),
    expires_in: accessSeconds,
    refresh_token: issueToken(world, { ...issue, kind: 'refresh' }, '1//0', refreshSeconds),
    scope: consent.scope.join(' '),
    token_type: 'Bearer',
  };
  await world.save();
  return reply.send(body);
}

async function refresh(world: World, form: URLSearchParams, reply: FastifyReply): Promise<FastifyReply> {
  const token = findToken(world, 'youtube', form.get('refresh_token'));
  if (token?.kind !== 'refresh' || token.clientId !== form.get('client_id')) {
    return refuse(reply, 400, 'invalid_grant', 'Token has been expired or revoked.');
  }
  const access = issueToken(world, { ...token, kind: 'access' }, 'ya29.', accessSeconds);
  await world.save();
  return reply.send({
    access_token: access,
    expires_in: accessSeconds,
    scope: token.scope.join(' '),
    token_type: 'Bearer',
  });
}

function refuse(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return reply.code(status).send({ error, error_description: description });
}
