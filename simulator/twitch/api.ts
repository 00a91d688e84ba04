import type { FastifyInstance } from 'fastify';
import { findToken } from '../consent/tokens.ts';
import type { Account } from '../state.ts';
import { bearerOf, listOf, queryOf } from '../wire.ts';
import { accountById, type World } from '../world.ts';
import { sendTwitchError } from './consent.ts';

const usersPerCall = 100;

/** Adds Twitch's check of a token, and the users of its API. */
export function addTwitch(app: FastifyInstance, world: World, idBase: string, apiBase: string): void {
  app.get(`${idBase}/oauth2/validate`, (request, reply) => {
    const token = findToken(world, 'twitch', bearerOf(request, 'OAuth'));
    const user = token && accountById(world, 'twitch', token.accountId);
    if (token?.kind !== 'access' || !user) return sendTwitchError(reply, 401, 'invalid access token');
    const expires_in = Math.floor((Date.parse(token.expiresAt) - world.clock.now().getTime()) / 1000);
    const { clientId: client_id, scope: scopes } = token;
    return reply.send({ client_id, login: user.handle, scopes, user_id: user.id, expires_in });
  });
  app.get(`${apiBase}/users`, (request, reply) => {
    const token = findToken(world, 'twitch', bearerOf(request));
    if (token?.kind !== 'access') return sendTwitchError(reply, 401, 'Invalid OAuth token');
    if (request.headers['client-id'] !== token.clientId) {
      return sendTwitchError(reply, 401, 'Client ID and OAuth token do not match');
    }
    const query = queryOf(request);
    const ids = listOf(query, 'id');
    const logins = listOf(query, 'login').map((login) => login.toLowerCase());
    if (ids.length + logins.length > usersPerCall)
      return sendTwitchError(reply, 400, 'Too many users asked for');
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
