import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addAuthorize } from './authorize.ts';
import { findToken, issueToken, redeemCode } from './consent.ts';
import { appScopedId } from './ids.ts';
import { sendGraphError } from './instagram-error.ts';
import { formOf, queryOf } from './wire.ts';
import { nextOpaque, type World } from './world.ts';

const shortSeconds = 3_600;
const longSeconds = 60 * 86_400;
const refreshableAfterMs = 24 * 3_600_000;

/**
 * Adds Instagram Login: the authorize page, a short token and its exchange for one of 60 days, and the
 * refresh of a token older than a day.
 */
export function addInstagramConsent(
  app: FastifyInstance,
  world: World,
  bases: { auth: string; api: string; graph: string },
): void {
  addAuthorize(app, world, {
    platform: 'instagram',
    path: `${bases.auth}/oauth/authorize`,
    clientParameter: 'client_id',
    scopeSeparator: ',',
    withholdable: (scope) => scope !== 'instagram_business_basic',
    // The real redirect carries this fragment.
    allowed: (target) => {
      target.hash = '_';
    },
    denied: (target) => {
      target.searchParams.set('error_reason', 'user_denied');
      target.searchParams.set('error_description', 'The user denied your request');
    },
  });
  app.post(`${bases.api}/oauth/access_token`, (request, reply) => shortToken(world, request, reply));
  app.get(`${bases.graph}/access_token`, (request, reply) => longToken(world, request, reply));
  app.get(`${bases.graph}/refresh_access_token`, (request, reply) => refresh(world, request, reply));
}

async function shortToken(world: World, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = formOf(request);
  const consent = redeemCode(world, {
    service: 'instagram',
    code: form.get('code'),
    clientId: form.get('client_id'),
    redirectUri: form.get('redirect_uri'),
    codeVerifier: form.get('code_verifier'),
  });
  const complete = form.get('client_secret') && form.get('grant_type') === 'authorization_code';
  if (consent === null || !complete) {
    await world.save();
    const error_message = 'Invalid authorization code';
    return reply.code(400).send({ error_type: 'OAuthException', code: 400, error_message });
  }
  const issue = { ...consent, grant: nextOpaque(world, 'grant', 16), kind: 'short' as const };
  const access_token = issueToken(world, issue, 'IGS', shortSeconds);
  await world.save();
  return reply.send({ access_token, user_id: appScopedId(consent.accountId), permissions: consent.scope });
}

async function longToken(world: World, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = queryOf(request);
  const short = findToken(world, 'instagram', query.get('access_token'));
  const asked = query.get('grant_type') === 'ig_exchange_token' && query.get('client_secret');
  if (short?.kind !== 'short' || !asked) return sendGraphError(reply, 'expired');
  const access_token = issueToken(world, { ...short, kind: 'access' }, 'IGA', longSeconds);
  await world.save();
  return reply.send({ access_token, token_type: 'bearer', expires_in: longSeconds });
}

async function refresh(world: World, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = queryOf(request);
  const token = findToken(world, 'instagram', query.get('access_token'));
  if (token?.kind !== 'access' || query.get('grant_type') !== 'ig_refresh_token') {
    return sendGraphError(reply, 'expired');
  }
  if (world.clock.now().getTime() - Date.parse(token.issuedAt) < refreshableAfterMs) {
    return sendGraphError(reply, 'too-young');
  }
  const access_token = issueToken(world, { ...token, kind: 'access' }, 'IGA', longSeconds);
  await world.save();
  return reply.send({ access_token, token_type: 'bearer', expires_in: longSeconds });
}
