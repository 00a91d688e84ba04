import type { AuthorizeForm } from '../consent/authorize.ts';
import { type ConsentRules, forCode, forRefreshToken } from '../consent/consent.ts';
import { businessRedirectProblem, isBusiness } from '../tiktok-business/consent.ts';
import { formOf } from '../wire.ts';
import { logId } from '../world.ts';

const accessSeconds = 2 * 3_600;
const refreshSeconds = 180 * 86_400;

/** Login Kit's page, which apps of the API for Business use too. */
const page = (path: string): AuthorizeForm => ({
  platform: 'tiktok',
  path,
  scopeSeparator: ',',
  withholdable: (scope) => scope !== 'user.info.basic',
  serviceOf: (scope) => (isBusiness(scope) ? 'tiktok-business' : 'tiktok'),
  problem: ({ challenge, redirect, scope }) =>
    isBusiness(scope) ? businessRedirectProblem(redirect) : challengeProblem(challenge, redirect),
  allowed: (target, scope) => target.searchParams.set('scopes', scope.join(',')),
  denied: (target) => target.searchParams.set('error_description', 'User canceled the authorization'),
});

/**
 * Checks the challenge. Desktop apps redirect to this machine and need PKCE in hex; TikTok's guide for web
 * apps requires no challenge.
 */
function challengeProblem(challenge: string | null, { hostname }: URL): string | null {
  const isDesktop = hostname === 'localhost' || hostname === '127.0.0.1';
  if (!challenge) return isDesktop ? 'Missing parameter: code_challenge.' : null;
  return /^[0-9a-f]{64}$/.test(challenge)
    ? null
    : 'code_challenge must be the SHA256 of the verifier in hex.';
}

/** Errors by meaning: status, `error` and `error_description`. */
const refusals = {
  client: [401, 'invalid_client', 'Client key or secret is incorrect.'],
  grant: [400, 'unsupported_grant_type', 'The grant type is not supported.'],
  code: [400, 'invalid_grant', 'Authorization code is expired or used.'],
  refresh: [400, 'invalid_grant', 'Refresh token is invalid or expired.'],
  revoke: [400, 'invalid_request', 'The token is invalid.'],
} as const;
const required = { client_key: 'client', client_secret: 'client' } as const;

/** TikTok Login Kit: tokens of two hours, and refresh tokens that are replaced at each use. */
export const tiktokConsent = (authBase: string, apiBase: string): ConsentRules<keyof typeof refusals> => ({
  service: 'tiktok',
  page: page(`${authBase}/v2/auth/authorize/`),
  clientParameter: 'client_key',
  challengeEncoding: 'hex',
  tokens: {
    access: ['act.', accessSeconds],
    refresh: ['rft.', refreshSeconds],
  },
  endpoints: [
    {
      ...{ url: `${apiBase}/v2/oauth/token/`, fields: formOf, required, otherGrant: 'grant' },
      grants: [
        forCode('code', ['access', 'refresh']),
        { ...forRefreshToken('refresh', ['access', 'refresh']), endsTaken: true },
      ],
    },
  ],
  revoke: {
    ...{ url: `${apiBase}/v2/oauth/revoke/`, fields: formOf, required },
    ...{ parameter: 'token', refusal: 'revoke', body: () => ({}) },
  },
  body: (_, { accountId, scope }, { access, refresh }) => ({
    open_id: accountId,
    scope: scope.join(','),
    access_token: access,
    expires_in: accessSeconds,
    refresh_token: refresh,
    refresh_expires_in: refreshSeconds,
    token_type: 'Bearer',
  }),
  refuse(world, reply, refusal) {
    const [status, error, error_description] = refusals[refusal];
    return reply.code(status).send({ error, error_description, log_id: logId(world) });
  },
});
