import { z } from 'zod';
import { askedScopes } from '#contract/platforms/platform-permissions.ts';
import type { Clock } from '#server/infra/clock.ts';
import { type Answer, answer, type ConnectAdapter, problem, type TokenSet } from './adapter.ts';
import { known, platformCount } from './count.ts';
import { askGraph } from './instagram-reply.ts';
import { expiry } from './oauth-reply.ts';
import { callOutside, expectBody, form, type OutsideCaller, problemOfStatus } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';

export interface InstagramKeys {
  clientId: string;
  clientSecret: string;
}

const shortToken = z.object({
  access_token: z.string().min(1),
  permissions: z.union([z.string(), z.array(z.string())]).optional(),
});
// Meta's documents show the short token both bare and inside a list.
const shortReply = z.union([
  shortToken,
  z.object({ data: z.array(shortToken).min(1) }).transform(({ data }) => data[0]!),
]);
const longReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
/**
 * `user_id` is the professional account's id. `id` is the account's id for our app, which Meta's messages
 * use.
 */
const meReply = z.object({
  id: z.coerce.string().min(1).optional(),
  user_id: z.coerce.string().min(1),
  username: z.string().min(1),
  name: z.string().optional(),
  followers_count: platformCount.optional(),
});

/** Connects professional Instagram accounts by Instagram Login. */
export function instagramConnect(
  endpoints: PlatformEndpoints,
  keys: InstagramKeys,
  clock: Clock,
  limits: OutsideCaller,
): ConnectAdapter {
  const graph = endpoints.instagramGraph;
  const long = longTokens(graph, clock, limits);

  return {
    platform: 'instagram',
    // A token lives 60 days and can be refreshed once it is a day old. Ten days leave time for an outage.
    refreshBeforeSeconds: 10 * 86_400,
    authorizeUrl({ redirectUri, state, loginHint }) {
      const query = new URLSearchParams({
        enable_fb_login: '0',
        client_id: keys.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: askedScopes('instagram').join(','),
        state,
        ...(loginHint ? { login_hint: loginHint } : {}),
      });
      return `${endpoints.instagramAuth}/oauth/authorize?${query}`;
    },
    async exchangeCode({ code, redirectUri }) {
      const short = await exchangeShort({ endpoints, keys, limits }, code, redirectUri);
      if (!short.ok) return short;
      const { access_token, permissions } = short.value;
      const exchange = { grant_type: 'ig_exchange_token', client_secret: keys.clientSecret, access_token };
      const granted = typeof permissions === 'string' ? permissions.split(',') : permissions;
      return long('access_token', exchange, granted?.join(' ') ?? null);
    },
    refresh: ({ accessToken }) =>
      long('refresh_access_token', { grant_type: 'ig_refresh_token', access_token: accessToken }, null),
    // Instagram Login lets an app revoke nothing; the caller deletes the token, which is all that can be
    // done.
    revoke: async () => answer(null),
    async whoAmI(accessToken) {
      const query = new URLSearchParams({
        fields: 'id,user_id,username,name,followers_count',
        access_token: accessToken,
      });
      const reply = await askGraph(`${graph}/v26.0/me?${query}`, meReply, limits);
      if (!reply.ok) return reply;
      const { id, user_id, username, name, followers_count } = reply.value;
      return answer({
        externalId: user_id,
        ...(id !== undefined && { appScopedId: id }),
        handle: username,
        displayName: name || username,
        followers: known(followers_count),
      });
    },
  };
}

/** Returns a function for calls that answer with a token of 60 days. */
const longTokens =
  (graph: string, clock: Clock, limits: OutsideCaller) =>
  async (path: string, query: Record<string, string>, granted: string | null): Promise<Answer<TokenSet>> => {
    const reply = await askGraph(`${graph}/${path}?${new URLSearchParams(query)}`, longReply, limits);
    if (!reply.ok) return reply;
    return answer({
      accessToken: reply.value.access_token,
      refreshToken: null,
      accessTokenExpiresAt: expiry(clock, reply.value.expires_in),
      scopes: granted,
    });
  };

interface ShortExchange {
  endpoints: PlatformEndpoints;
  keys: InstagramKeys;
  limits: OutsideCaller;
}

/** Exchanges the code for a token of an hour, which only serves to get the token of 60 days. */
async function exchangeShort(
  { endpoints, keys, limits }: ShortExchange,
  code: string,
  redirectUri: string,
): Promise<Answer<z.infer<typeof shortReply>>> {
  const fields = {
    client_id: keys.clientId,
    client_secret: keys.clientSecret,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code: code.replace(/#_$/, ''),
  };
  const reply = await callOutside(`${endpoints.instagramApi}/oauth/access_token`, form(fields), limits);
  if (!reply.ok) return reply;
  if (reply.value.status === 400) return problem('token_dead', 'Instagram does not know the code');
  if (reply.value.status !== 200) return problemOfStatus(reply.value, 'Instagram refused the code');
  return expectBody(reply.value, shortReply);
}
