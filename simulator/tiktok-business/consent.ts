import { createHash } from 'node:crypto';
import { type ConsentRules, forCode, forRefreshToken } from '../consent/consent.ts';
import { jsonFieldsOf } from '../wire.ts';
import { type BusinessError, businessReply, sendBusinessError } from './reply.ts';

const accessSeconds = 86_400;
const refreshSeconds = 365 * 86_400;

/** Whether an app for Business asks for consent; only such apps have this scope. */
export const isBusiness = (scope: readonly string[]): boolean =>
  scope.some((one) => one.endsWith('.insights') || one === 'user.info.username');

/**
 * Checks a redirect URL, which must end with a slash and have no query. TikTok also requires https without a
 * port, which is not checked here.
 */
export const businessRedirectProblem = ({ pathname, search }: URL): string | null =>
  pathname.endsWith('/') && search === '' ? null : 'redirect_uri must end with a slash and have no query.';

/** Returns an account's id for apps of the API for Business, which differs from its id for Login Kit. */
export const businessIdOf = (accountId: string): string =>
  `_000${createHash('sha256').update(`business ${accountId}`).digest('base64url').slice(0, 32)}`;

/**
 * Tokens of the API for Business. An access token is valid for a day and a refresh token for a year; both are
 * replaced together. Requests and replies are JSON.
 */
export function businessConsent(base: string): ConsentRules<BusinessError> {
  const endpoint = (path: string) => ({
    url: `${base}/tt_user/oauth2/${path}/`,
    fields: jsonFieldsOf,
    required: { client_id: 'parameters', client_secret: 'parameters' } as const,
    otherGrant: 'parameters' as const,
  });
  return {
    service: 'tiktok-business',
    clientParameter: 'client_id',
    tokens: {
      access: ['act.', accessSeconds],
      refresh: ['rft.', refreshSeconds],
    },
    endpoints: [
      { ...endpoint('token'), grants: [forCode('badCode', ['access', 'refresh'], 'auth_code')] },
      {
        ...endpoint('refresh_token'),
        grants: [{ ...forRefreshToken('badRefreshToken', ['access', 'refresh']), endsTaken: true }],
      },
    ],
    revoke: {
      ...endpoint('revoke'),
      ...{ parameter: 'access_token', refusal: 'badToken', body: (world) => businessReply(world, {}) },
    },
    body: (world, { accountId, scope }, { access, refresh }) =>
      businessReply(world, {
        access_token: access,
        token_type: 'Bearer',
        scope: scope.join(','),
        expires_in: accessSeconds,
        refresh_token: refresh,
        refresh_token_expires_in: refreshSeconds,
        open_id: businessIdOf(accountId),
      }),
    refuse: sendBusinessError,
  };
}
