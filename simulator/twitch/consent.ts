import type { FastifyReply } from 'fastify';
import type { AuthorizeForm } from '../consent/authorize.ts';
import { type ConsentRules, forCode, forRefreshToken } from '../consent/consent.ts';
import { formOf } from '../wire.ts';
import type { World } from '../world.ts';

const accessSeconds = 4 * 3_600;

const page = (path: string): AuthorizeForm => ({
  platform: 'twitch',
  path,
  scopeSeparator: ' ',
  allowed: (target, scope) => target.searchParams.set('scope', scope.join(' ')),
  denied: (target) => target.searchParams.set('error_description', 'The user denied you access'),
});

/** Errors by meaning, with status and message. */
const refusals = {
  client: [400, 'missing client id'],
  secret: [403, 'invalid client secret'],
  grant: [400, 'Invalid authorization code or refresh token'],
  revoke: [400, 'Invalid token'],
} as const;

/** Twitch's tokens, which Twitch renews without ending earlier ones. */
export const twitchConsent = (base: string): ConsentRules<keyof typeof refusals> => ({
  service: 'twitch',
  page: page(`${base}/oauth2/authorize`),
  clientParameter: 'client_id',
  tokens: {
    access: ['', accessSeconds],
    refresh: ['', 365 * 86_400],
  },
  endpoints: [
    {
      ...{ url: `${base}/oauth2/token`, fields: formOf, otherGrant: 'grant' },
      required: { client_id: 'client', client_secret: 'secret' },
      grants: [forCode('grant', ['access', 'refresh']), forRefreshToken('grant', ['access', 'refresh'])],
    },
  ],
  revoke: { url: `${base}/oauth2/revoke`, fields: formOf, parameter: 'token', refusal: 'revoke' },
  body: (_, { scope }, { access, refresh }) => ({
    access_token: access,
    refresh_token: refresh,
    expires_in: accessSeconds,
    scope,
    token_type: 'bearer',
  }),
  refuse: (_, reply, refusal) => sendTwitchError(reply, refusals[refusal]),
});

export type TwitchError = readonly [status: number, message: string];

export function sendTwitchError(reply: FastifyReply, [status, message]: TwitchError): FastifyReply {
  const names: Record<number, string> = { 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden' };
  return reply.code(status).send({ error: names[status], status, message });
}

export function sendTwitchLimit(reply: FastifyReply, world: World): FastifyReply {
  const reset = Math.ceil(world.clock.now().getTime() / 1000) + 30;
  return reply
    .code(429)
    .header('ratelimit-reset', reset)
    .send({ error: 'Too Many Requests', status: 429, message: 'Rate limit exceeded' });
}
