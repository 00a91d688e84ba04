import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addReads, callerByToken, type TokenCaller } from '../posts/read.ts';
import type { Account } from '../state.ts';
import { bearerOf, listOf } from '../wire.ts';
import type { World } from '../world.ts';
import { sendTwitchError, type TwitchError } from './consent.ts';

const usersPerCall = 100;
const service = { service: 'twitch', platform: 'twitch' } as const;

/** Adds Twitch's check of a token, and the users of its API. */
export function addTwitch(app: FastifyInstance, world: World, idBase: string, apiBase: string): void {
  const rules = (scheme: string, message: string) => ({
    caller: (request: FastifyRequest) =>
      callerByToken<TwitchError>(world, service, bearerOf(request, scheme), [401, message]),
    refuse: sendTwitchError,
  });
  addReads<TokenCaller, TwitchError>(app, rules('OAuth', 'invalid access token'), [
    {
      url: `${idBase}/oauth2/validate`,
      answer({ token, account: { id: user_id, handle: login } }) {
        const expires_in = Math.floor((Date.parse(token.expiresAt) - world.clock.now().getTime()) / 1000);
        return { client_id: token.clientId, login, scopes: token.scope, user_id, expires_in };
      },
    },
  ]);
  addReads<TokenCaller, TwitchError>(app, rules('Bearer', 'Invalid OAuth token'), [
    {
      url: `${apiBase}/users`,
      answer({ token }, query, { headers }) {
        if (headers['client-id'] !== token.clientId)
          return { refusal: [401, 'Client ID and OAuth token do not match'] };
        const ids = listOf(query, 'id');
        const logins = listOf(query, 'login').map((login) => login.toLowerCase());
        if (ids.length + logins.length > usersPerCall) return { refusal: [400, 'Too many users asked for'] };
        const own = ids.length + logins.length === 0;
        const users = world.state.accounts.filter(
          ({ platform, id, handle }) =>
            platform === 'twitch' &&
            (own ? id === token.accountId : ids.includes(id) || logins.includes(handle)),
        );
        return { data: users.map(user), pagination: {} };
      },
    },
  ]);
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
