import { z } from 'zod';
import { askedScopes } from '#contract/platforms/platform-permissions.ts';
import type { Clock } from '#server/infra/clock.ts';
import { answer, type ConnectAdapter, problem } from './adapter.ts';
import { askForTokens, askToRevoke } from './oauth-reply.ts';
import {
  callCounted,
  callOutside,
  expectBody,
  type OutsideCaller,
  type OutsideReply,
  problemOfStatus,
} from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';

export interface TwitchKeys {
  clientId: string;
  clientSecret: string;
}

const users = z.object({
  data: z.array(z.object({ id: z.string().min(1), login: z.string().min(1), display_name: z.string() })),
});

/**
 * Connects Twitch accounts of hosts, to show whose stream a listing is about. No posts are read from Twitch.
 */
export function twitchAdapter(
  endpoints: PlatformEndpoints,
  keys: TwitchKeys,
  clock: Clock,
  limits: OutsideCaller = {},
): ConnectAdapter {
  const client = { client_id: keys.clientId, client_secret: keys.clientSecret };
  const tokenUrl = `${endpoints.twitchId}/oauth2/token`;
  return {
    platform: 'twitch',
    refreshBeforeSeconds: 300,
    authorizeUrl({ redirectUri, state, loginHint }) {
      const query = new URLSearchParams({
        client_id: keys.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: askedScopes('twitch').join(' '),
        state,
        ...(loginHint ? { login_hint: loginHint } : {}),
      });
      return `${endpoints.twitchAuth}/oauth2/authorize?${query}`;
    },
    exchangeCode: ({ code, redirectUri }) =>
      askForTokens(
        tokenUrl,
        { ...client, grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        clock,
        limits,
      ),
    async refresh({ refreshToken }) {
      if (refreshToken === null) return problem('token_dead', 'there is no refresh token');
      const fields = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken };
      return askForTokens(tokenUrl, fields, clock, limits);
    },
    revoke: ({ accessToken }) =>
      askToRevoke(
        `${endpoints.twitchId}/oauth2/revoke`,
        { client_id: keys.clientId, token: accessToken },
        limits,
      ),
    async validate(accessToken) {
      const headers = { authorization: `OAuth ${accessToken}` };
      const reply = await callOutside(`${endpoints.twitchId}/oauth2/validate`, { headers }, limits);
      if (!reply.ok || reply.value.status === 200) return reply.ok ? answer(null) : reply;
      return problemOfTwitch(reply.value);
    },
    async whoAmI(accessToken) {
      const headers = { authorization: `Bearer ${accessToken}`, 'client-id': keys.clientId };
      const call = { platform: 'twitch', bucket: 'helix' } as const;
      const reply = await callCounted(call, `${endpoints.twitchApi}/users`, { headers }, limits);
      if (!reply.ok) return reply;
      if (reply.value.status !== 200) return problemOfTwitch(reply.value);
      const body = expectBody(reply.value, users);
      if (!body.ok) return body;
      const user = body.value.data[0];
      if (user === undefined) return problem('denied', 'Twitch names no user');
      return answer({
        externalId: user.id,
        handle: user.login,
        displayName: user.display_name || user.login,
        followers: null,
      });
    },
  };
}

/**
 * Returns the problem of a reply. Twitch reports a dead token only by status 401
 * (dev.twitch.tv/docs/authentication/validate-tokens).
 */
function problemOfTwitch(reply: OutsideReply): ReturnType<typeof problem> {
  const detail = `Twitch answered ${reply.status}`;
  return reply.status === 401 ? problem('token_dead', detail) : problemOfStatus(reply, detail);
}
