import { z } from 'zod';
import { askedScopes } from '#contract/platforms/platform-permissions.ts';
import type { Clock } from '#server/infra/clock.ts';
import { answer, type ConnectAdapter, problem } from './adapter.ts';
import { codeChallenge } from './code-challenge.ts';
import { known, platformCount } from './count.ts';
import { askForTokens, askToRevoke } from './oauth-reply.ts';
import type { OutsideCaller } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';
import type { TiktokBusinessKeys } from './tiktok-business.ts';
import { askTiktok } from './tiktok-reply.ts';

export interface TiktokKeys {
  clientKey: string;
  clientSecret: string;
  /** The app to which analytics are released; absent or null if releases are not offered. */
  business?: TiktokBusinessKeys | null;
}

const userReply = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string().min(1),
      username: z.string().min(1).optional(),
      display_name: z.string().default(''),
      follower_count: platformCount.optional(),
    }),
  }),
});

/**
 * Whether the redirect address is on this machine. TikTok accepts such an address only for desktop apps,
 * which need PKCE with a challenge in hex (developers.tiktok.com/doc/login-kit-desktop). Web apps keep a
 * secret and use no PKCE (login-kit-web).
 */
const isDesktop = (redirectUri: string): boolean =>
  ['localhost', '127.0.0.1'].includes(new URL(redirectUri).hostname);

/** Connects TikTok accounts by Login Kit. */
export function tiktokConnect(
  endpoints: PlatformEndpoints,
  keys: TiktokKeys,
  clock: Clock,
  limits: OutsideCaller,
): ConnectAdapter {
  const client = { client_key: keys.clientKey, client_secret: keys.clientSecret };
  const tokenUrl = `${endpoints.tiktokApi}/v2/oauth/token/`;
  return {
    platform: 'tiktok',
    refreshBeforeSeconds: 300,
    authorizeUrl({ redirectUri, state, codeVerifier, loginHint }) {
      const parameters = new URLSearchParams({
        client_key: keys.clientKey,
        response_type: 'code',
        scope: askedScopes('tiktok').join(','),
        redirect_uri: redirectUri,
        state,
        ...(isDesktop(redirectUri) && {
          code_challenge: codeChallenge(codeVerifier, 'hex'),
          code_challenge_method: 'S256',
        }),
        ...(loginHint ? { login_hint: loginHint } : {}),
      });
      return `${endpoints.tiktokAuth}/v2/auth/authorize/?${parameters}`;
    },
    exchangeCode: ({ code, redirectUri, codeVerifier }) =>
      askForTokens(
        tokenUrl,
        {
          ...client,
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          ...(isDesktop(redirectUri) && { code_verifier: codeVerifier }),
        },
        clock,
        limits,
      ),
    async refresh({ refreshToken }) {
      if (refreshToken === null) return problem('token_dead', 'there is no refresh token');
      const fields = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken };
      return askForTokens(tokenUrl, fields, clock, limits);
    },
    revoke: ({ accessToken }) =>
      askToRevoke(`${endpoints.tiktokApi}/v2/oauth/revoke/`, { ...client, token: accessToken }, limits),
    async whoAmI(accessToken) {
      const url = `${endpoints.tiktokApi}/v2/user/info/?fields=open_id,display_name,username,follower_count`;
      const reply = await askTiktok(
        url,
        { headers: { authorization: `Bearer ${accessToken}` } },
        userReply,
        limits,
      );
      if (!reply.ok) return reply;
      const { user } = reply.value.data;
      if (user.username === undefined) return problem('denied', 'reading the profile was not allowed');
      return answer({
        externalId: user.open_id,
        handle: user.username,
        displayName: user.display_name || user.username,
        followers: known(user.follower_count),
      });
    },
  };
}
