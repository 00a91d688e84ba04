import type { AuthorizeForm } from '../consent/authorize.ts';
import { type ConsentRules, forCode } from '../consent/consent.ts';
import { appScopedId } from '../ids.ts';
import { formOf, queryOf } from '../wire.ts';
import { type GraphErrorName, sendGraphError } from './error.ts';

const longSeconds = 60 * 86_400;
/** The token that an app exchanges for a longer or a newer one. */
const taken = { parameter: 'access_token', refusal: 'expired' } as const;

const page = (path: string): AuthorizeForm => ({
  platform: 'instagram',
  path,
  scopeSeparator: ',',
  withholdable: (scope) => scope !== 'instagram_business_basic',
  // The real redirect carries this fragment.
  allowed: (target) => {
    target.hash = '_';
  },
  denied: (target) => {
    target.searchParams.set('error_reason', 'user_denied');
    target.searchParams.set('error_description', 'The user denied your request');
  },
});

/**
 * Instagram Login: a short token and its exchange for one of 60 days, and the refresh of a token older than a
 * day. Apps can't revoke tokens.
 */
export const instagramConsent = (
  auth: string,
  api: string,
  graph: string,
): ConsentRules<GraphErrorName | 'code'> => ({
  service: 'instagram',
  page: page(`${auth}/oauth/authorize`),
  clientParameter: 'client_id',
  tokens: {
    short: ['IGS', 3_600],
    access: ['IGA', longSeconds],
  },
  endpoints: [
    {
      url: `${api}/oauth/access_token`,
      ...{ fields: formOf, required: { client_secret: 'code' }, otherGrant: 'code' },
      grants: [forCode('code', ['short'])],
    },
    {
      url: `${graph}/access_token`,
      ...{ method: 'GET', fields: queryOf, required: { client_secret: 'expired' }, otherGrant: 'expired' },
      grants: [{ ...{ type: 'ig_exchange_token', takes: 'short', gives: ['access'] }, ...taken }],
    },
    {
      url: `${graph}/refresh_access_token`,
      ...{ method: 'GET', fields: queryOf, otherGrant: 'expired' },
      grants: [
        {
          ...{ type: 'ig_refresh_token', takes: 'access', gives: ['access'] },
          ...taken,
          minAge: { ms: 24 * 3_600_000, refusal: 'too-young' },
        },
      ],
    },
  ],
  body: (_, { accountId, scope }, { short, access }) =>
    short
      ? { access_token: short, user_id: appScopedId(accountId), permissions: scope }
      : { access_token: access, token_type: 'bearer', expires_in: longSeconds },
  refuse(_, reply, refusal) {
    if (refusal !== 'code') return sendGraphError(reply, refusal);
    const error_message = 'Invalid authorization code';
    return reply.code(400).send({ error_type: 'OAuthException', code: 400, error_message });
  },
});
