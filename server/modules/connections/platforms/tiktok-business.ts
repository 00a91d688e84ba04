import { z } from 'zod';
import { analyticsScopes } from '#contract/platforms/platform-permissions.ts';
import type { Clock } from '#server/infra/clock.ts';
import { type AnalyticsConsent, type Answer, answer, problem, type TokenSet } from './adapter.ts';
import { expiry } from './oauth-reply.ts';
import type { OutsideCaller } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';
import { askTiktokBusiness } from './tiktok-business-reply.ts';

/**
 * Keys of an app at business-api.tiktok.com with the permission "TikTok Accounts". People sign in with
 * another app (`TiktokKeys`).
 */
export interface TiktokBusinessKeys {
  appId: string;
  secret: string;
}

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  open_id: z.string().min(1),
  scope: z.string(),
});
const profile = z.object({ username: z.string().min(1).nullish() });

/**
 * The consent of an account's owner to the TikTok API for Business, Accounts API v1.3. It works for Business
 * and personal accounts (portal/docs?id=1737944384433218). Tokens live a day, refresh tokens a year, and both
 * are renewed together (portal/docs?id=1738084387220481). The page's `client_key` and the tokens' `client_id`
 * are the App ID.
 */
export function tiktokBusinessConsent(
  endpoints: PlatformEndpoints,
  keys: TiktokBusinessKeys,
  clock: Clock,
  limits: OutsideCaller,
): AnalyticsConsent {
  const client = { client_id: keys.appId, client_secret: keys.secret };
  const post = <T extends z.ZodType>(path: string, fields: Record<string, string>, schema: T) =>
    askTiktokBusiness(
      `${endpoints.tiktokBusinessApi}/tt_user/oauth2/${path}/`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...client, ...fields }),
      },
      schema,
      limits,
    );
  const askForTokens = async (path: string, fields: Record<string, string>): Promise<Answer<TokenSet>> => {
    const reply = await post(path, fields, tokens);
    if (!reply.ok) return reply;
    const { access_token, refresh_token, expires_in, open_id, scope } = reply.value;
    return answer({
      accessToken: access_token,
      refreshToken: refresh_token,
      accessTokenExpiresAt: expiry(clock, expires_in),
      scopes: scope.split(/[\s,]+/).join(' '),
      accountId: open_id,
    });
  };
  return {
    refreshBeforeSeconds: 3_600,
    authorizeUrl({ redirectUri, state }) {
      const parameters = new URLSearchParams({
        client_key: keys.appId,
        response_type: 'code',
        scope: analyticsScopes('tiktok').join(','),
        redirect_uri: redirectUri,
        state,
        // Without this parameter TikTok skips its page for a person who consented before, so another account
        // could not be chosen.
        disable_auto_auth: '1',
      });
      return `${endpoints.tiktokAuth}/v2/auth/authorize/?${parameters}`;
    },
    exchangeCode: ({ code, redirectUri }) =>
      askForTokens('token', { grant_type: 'authorization_code', auth_code: code, redirect_uri: redirectUri }),
    async refresh({ refreshToken }) {
      if (refreshToken === null) return problem('token_dead', 'there is no refresh token');
      return askForTokens('refresh_token', { grant_type: 'refresh_token', refresh_token: refreshToken });
    },
    async revoke({ accessToken }) {
      const reply = await post('revoke', { access_token: accessToken }, z.unknown());
      // A token that TikTok does not know is already revoked.
      return reply.ok || reply.problem.kind === 'token_dead' ? answer(null) : reply;
    },
    whoAmI: (tokens) => readName(endpoints, tokens, limits),
  };
}

async function readName(
  { tiktokBusinessApi }: PlatformEndpoints,
  { accessToken, accountId }: TokenSet,
  limits: OutsideCaller,
): Promise<Answer<{ externalId: string; handle: string }>> {
  if (accountId === undefined) return problem('transient', 'the answer names no account');
  const asked = new URLSearchParams({ business_id: accountId, fields: JSON.stringify(['username']) });
  const init = { headers: { 'access-token': accessToken } };
  const reply = await askTiktokBusiness(`${tiktokBusinessApi}/business/get/?${asked}`, init, profile, limits);
  if (!reply.ok) return reply;
  const { username } = reply.value;
  return username
    ? answer({ externalId: accountId, handle: username })
    : problem('denied', 'reading the user name was not allowed');
}
