import type { AuthorizeForm } from '../consent/authorize.ts';
import { type ConsentRules, forCode, forRefreshToken } from '../consent/consent.ts';
import { formOf, queryOf } from '../wire.ts';
import { analyticsScope } from './analytics.ts';

const seconds = 3_599;

const page = (path: string): AuthorizeForm => ({
  platform: 'youtube',
  path,
  scopeSeparator: ' ',
  // When an app requests more than one permission, Google lets people deselect each.
  withholdable: (scope) => scope === analyticsScope,
  allowed: (target, scope) => target.searchParams.set('scope', scope.join(' ')),
  denied: () => undefined,
});

/** Errors by meaning: status, `error` and `error_description`. */
const refusals = {
  client: [401, 'invalid_client', 'The OAuth client was not found.'],
  grant: [400, 'unsupported_grant_type', 'Invalid grant_type: '],
  code: [400, 'invalid_grant', 'Bad Request'],
  refresh: [400, 'invalid_grant', 'Token has been expired or revoked.'],
  revoke: [400, 'invalid_token', 'Token expired or revoked'],
} as const;

/** Google's OAuth for "connect your channel": PKCE, and refresh tokens that a refresh does not replace. */
export const googleConsent = (
  authUrl: string,
  tokenUrl: string,
  revokeUrl: string,
): ConsentRules<keyof typeof refusals> => ({
  service: 'youtube',
  page: page(authUrl),
  clientParameter: 'client_id',
  tokens: {
    access: ['ya29.', seconds],
    // Refresh tokens of a verified app at Google are valid until they are revoked, or unused for six months.
    refresh: ['1//0', 180 * 86_400],
  },
  endpoints: [
    {
      url: tokenUrl,
      fields: formOf,
      required: { client_id: 'client', client_secret: 'client' },
      grants: [forCode('code', ['access', 'refresh']), forRefreshToken('refresh', ['access'])],
      otherGrant: 'grant',
    },
  ],
  revoke: {
    url: revokeUrl,
    fields: (request) => (formOf(request).has('token') ? formOf(request) : queryOf(request)),
    parameter: 'token',
    refusal: 'revoke',
    body: () => ({}),
  },
  body: (_, { scope }, { access, refresh }) => ({
    access_token: access,
    expires_in: seconds,
    ...(refresh && { refresh_token: refresh }),
    scope: scope.join(' '),
    token_type: 'Bearer',
  }),
  refuse(_, reply, refusal, fields) {
    const [status, error, description] = refusals[refusal];
    const error_description = refusal === 'grant' ? description + fields.get('grant_type') : description;
    return reply.code(status).send({ error, error_description });
  },
});
