import { z } from 'zod';
import { analyticsScopes, askedScopes } from '#contract/platforms/platform-permissions.ts';
import type { Clock } from '#server/infra/clock.ts';
import { type Answer, answer, type ConnectAdapter, type PlatformAccount, problem } from './adapter.ts';
import { codeChallenge } from './code-challenge.ts';
import { known, platformCount } from './count.ts';
import { askForTokens, askToRevoke } from './oauth-reply.ts';
import type { OutsideCaller } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';
import { youtubeReader } from './youtube-reply.ts';

export interface YoutubeKeys {
  clientId: string;
  clientSecret: string;
}

const channelList = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      snippet: z.object({ title: z.string(), customUrl: z.string().optional() }),
      statistics: z
        .object({
          subscriberCount: platformCount.optional(),
          hiddenSubscriberCount: z.boolean().default(false),
        })
        .default({ hiddenSubscriberCount: true }),
    }),
  ),
});

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Connects YouTube channels by Google's OAuth. */
export function youtubeConnect(
  endpoints: PlatformEndpoints,
  keys: YoutubeKeys,
  clock: Clock,
  limits: OutsideCaller,
): ConnectAdapter {
  const client = { client_id: keys.clientId, client_secret: keys.clientSecret };
  const get = youtubeReader(endpoints, clock, limits);
  return {
    platform: 'youtube',
    refreshBeforeSeconds: 300,
    authorizeUrl({ redirectUri, state, codeVerifier, loginHint, withAnalytics }) {
      const more = withAnalytics ? analyticsScopes('youtube') : [];
      const query = new URLSearchParams({
        client_id: keys.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: [...askedScopes('youtube'), ...more].join(' '),
        access_type: 'offline',
        prompt: 'consent',
        state,
        code_challenge: codeChallenge(codeVerifier, 'base64url'),
        code_challenge_method: 'S256',
        ...(loginHint ? { login_hint: loginHint } : {}),
        ...(withAnalytics ? { include_granted_scopes: 'true' } : {}),
      });
      return `${endpoints.youtubeAuth}?${query}`;
    },
    exchangeCode: ({ code, redirectUri, codeVerifier }) =>
      askForTokens(
        endpoints.youtubeToken,
        {
          ...client,
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: codeVerifier,
        },
        clock,
        limits,
      ),
    async refresh({ refreshToken }) {
      if (refreshToken === null) return problem('token_dead', 'there is no refresh token');
      const fields = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken };
      return askForTokens(endpoints.youtubeToken, fields, clock, limits);
    },
    revoke: ({ accessToken, refreshToken }) =>
      askToRevoke(endpoints.youtubeRevoke, { token: refreshToken ?? accessToken }, limits),
    async whoAmI(accessToken) {
      const path = 'channels?part=snippet,statistics&mine=true';
      const reply = await get(path, bearer(accessToken), channelList);
      return reply.ok ? accountOf(reply.value) : reply;
    },
  };
}

function accountOf(list: z.output<typeof channelList>): Answer<PlatformAccount> {
  const channel = list.items[0];
  if (channel === undefined) return problem('denied', 'this Google account has no YouTube channel');
  const { subscriberCount, hiddenSubscriberCount } = channel.statistics;
  return answer({
    externalId: channel.id,
    handle: (channel.snippet.customUrl ?? channel.id).replace(/^@/, ''),
    displayName: channel.snippet.title,
    followers: hiddenSubscriberCount ? null : known(subscriberCount),
  });
}
