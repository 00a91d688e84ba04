import type { FastifyInstance, FastifyReply } from 'fastify';
import { addAuthorize } from './authorize.ts';
import { type CodeRequest, findToken, issueToken, redeemCode, revokeToken } from './consent.ts';
import type { Account, Token } from './state.ts';
import { bearerOf, formOf, listOf, queryOf } from './wire.ts';
import { accountById, nextOpaque, type World } from './world.ts';

const accessSeconds = 4 * 3_600;
const refreshSeconds = 365 * 86_400;
const usersPerCall = 100;

/** Adds Twitch: authorize page, token, validate, revoke and Helix users. */
export function addTwitch(app: FastifyInstance, world: World, idBase: string, apiBase: string): void {
  addAuthorize(app, world, {
    platform: 'twitch',
    path: `${idBase}/oauth2/authorize`,
    clientParameter: 'client_id',
    scopeSeparator: ' ',
    allowed: (target, scope) => target.searchParams.set('scope', scope.join(' ')),
    denied: (target) => target.searchParams.set('error_description', 'The user denied you access'),
  });
  app.post(`${idBase}/oauth2/token`, async (request, reply) => {
    const form = formOf(request);
    if (!form.get('client_id')) return refuse(reply, 400, 'missing client id');
    if (!form.get('client_secret')) return refuse(reply, 403, 'invalid client secret');
    const issue = issueFor(world, form);
    if (issue === null) return refuse(reply, 400, 'Invalid authorization code or refresh token');
    const body = {
      access_token: issueToken(world, { ...issue, kind: 'access' }, '', accessSeconds),
      refresh_token: issueToken(world, { ...issue, kind: 'refresh' }, '', refreshSeconds),
      expires_in: accessSeconds,
      scope: issue.scope,
      token_type: 'bearer',
    };
    await world.save();
    return reply.send(body);
  });
  app.get(`${idBase}/oauth2/validate`, (request, reply) => {
    const token = findToken(world, 'twitch', bearerOf(request, 'OAuth'));
    const user = token && accountById(world, 'twitch', token.accountId);
    if (token?.kind !== 'access' || !user) return refuse(reply, 401, 'invalid access token');
    const expires_in = Math.floor((Date.parse(token.expiresAt) - world.clock.now().getTime()) / 1000);
    const { clientId: client_id, scope: scopes } = token;
    return reply.send({ client_id, login: user.handle, scopes, user_id: user.id, expires_in });
  });
  app.post(`${idBase}/oauth2/revoke`, async (request, reply) => {
    if (!revokeToken(world, 'twitch', formOf(request).get('token'))) {
      return refuse(reply, 400, 'Invalid token');
    }
    await world.save();
    return reply.send();
  });
  addUsers(app, world, apiBase);
}

function issueFor(world: World, form: URLSearchParams): (CodeRequest & { grant: string }) | Token | null {
  const clientId = form.get('client_id');
  if (form.get('grant_type') === 'refresh_token') {
    const token = findToken(world, 'twitch', form.get('refresh_token'));
    return token?.kind === 'refresh' && token.clientId === clientId ? token : null;
  }
  if (form.get('grant_type') !== 'authorization_code') return null;
  const [code, redirectUri, codeVerifier] = [
    form.get('code'),
    form.get('redirect_uri'),
    form.get('code_verifier'),
  ];
  const consent = redeemCode(world, { service: 'twitch', code, clientId, redirectUri, codeVerifier });
  return consent && { ...consent, grant: nextOpaque(world, 'grant', 16) };
}

function addUsers(app: FastifyInstance, world: World, apiBase: string): void {
  app.get(`${apiBase}/users`, (request, reply) => {
    const token = findToken(world, 'twitch', bearerOf(request));
    if (token?.kind !== 'access') return refuse(reply, 401, 'Invalid OAuth token');
    if (request.headers['client-id'] !== token.clientId) {
      return refuse(reply, 401, 'Client ID and OAuth token do not match');
    }
    const query = queryOf(request);
    const ids = listOf(query, 'id');
    const logins = listOf(query, 'login').map((login) => login.toLowerCase());
    if (ids.length + logins.length > usersPerCall) return refuse(reply, 400, 'Too many users asked for');
    const own = ids.length + logins.length === 0;
    const users = world.state.accounts.filter(
      (account) =>
        account.platform === 'twitch' &&
        (own ? account.id === token.accountId : ids.includes(account.id) || logins.includes(account.handle)),
    );
    return reply.send({ data: users.map(user), pagination: {} });
  });
}

function user(account: Account): object {
  return {
    id: account.id,
    login: account.handle,
    display_name: account.displayName,
    description: account.bio,
    type: '',
    broadcaster_type: account.followers > 50 ? 'affiliate' : '',
    profile_image_url: '',
    offline_image_url: '',
    view_count: 0,
    created_at: account.createdAt,
  };
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  const names: Record<number, string> = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden' };
  return reply.code(status).send({ error: names[status], status, message });
}
