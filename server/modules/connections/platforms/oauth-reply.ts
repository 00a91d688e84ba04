import { z } from 'zod';
import type { Clock } from '#server/infra/clock.ts';
import { type Answer, answer, named, type ProblemKind, problem, type TokenSet } from './adapter.ts';
import {
  callOutside,
  expectBody,
  form,
  type OutsideCaller,
  type OutsideReply,
  problemOfStatus,
} from './outside-call.ts';

const failure = z.object({ error: z.string() });

const scopeList = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((scope) => (typeof scope === 'string' ? scope.split(/[\s,]+/) : scope)?.join(' ') ?? null);

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
  scope: scopeList,
});

/**
 * Requests tokens from an endpoint in the form of RFC 6749 and parses its answer. The lifetimes of tokens are
 * those that the platform reports, never ours.
 */
export async function askForTokens(
  url: string,
  fields: Record<string, string>,
  clock: Clock,
  limits: OutsideCaller,
): Promise<Answer<TokenSet>> {
  const reply = await callOutside(url, form(fields), limits);
  if (!reply.ok) return reply;
  const refused = problemOfOauth(reply.value);
  if (refused !== null) return refused;
  const body = expectBody(reply.value, tokens);
  if (!body.ok) return body;
  return answer({
    accessToken: body.value.access_token,
    refreshToken: body.value.refresh_token ?? null,
    accessTokenExpiresAt: expiry(clock, body.value.expires_in),
    scopes: body.value.scope,
  });
}

/** Returns the time this many seconds from now. */
export function expiry(clock: Clock, seconds: number): Date {
  return new Date(clock.now().getTime() + seconds * 1000);
}

/** Revokes tokens at a revocation endpoint. A token that is unknown there is already revoked. */
export async function askToRevoke(
  url: string,
  fields: Record<string, string>,
  limits: OutsideCaller,
): Promise<Answer<null>> {
  const reply = await callOutside(url, form(fields), limits);
  if (!reply.ok) return reply;
  const { status } = reply.value;
  return status < 300 || status === 400
    ? answer(null)
    : problemOfStatus(reply.value, `revocation answered ${status}`);
}

/**
 * Error names of RFC 6749 and of Google
 * (developers.google.com/identity/protocols/oauth2/web-server#authorization-errors; for a client that Google
 * disabled: openpubkey/opkssh#617). `invalid_scope` is our app's fault: the app lacks the scope or lost it.
 */
const refusals: Record<string, ProblemKind> = {
  access_denied: 'denied',
  admin_policy_enforced: 'denied',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  invalid_scope: 'misconfigured',
  deleted_client: 'misconfigured',
  disabled_client: 'misconfigured',
  org_internal: 'misconfigured',
  redirect_uri_mismatch: 'misconfigured',
};

/**
 * Returns the problem that a reply reports; null if the reply is no refusal. Reads `error` of RFC 6749 or,
 * without it, the status.
 */
function problemOfOauth(reply: OutsideReply): ReturnType<typeof problem> | null {
  const parsed = failure.safeParse(reply.body);
  const name = parsed.success ? parsed.data.error : null;
  if (name === 'invalid_grant') {
    return named(name, problem('token_dead', 'the platform knows neither code nor token'));
  }
  if (name && Object.hasOwn(refusals, name)) return named(name, problem(refusals[name]!, `refused: ${name}`));
  if (reply.status < 300 && name === null) return null;
  const detail = `token endpoint answered ${reply.status}`;
  // Twitch reports these errors only by message, not by code
  // (dev.twitch.tv/docs/authentication/refresh-tokens).
  if (/invalid (?:refresh token|authorization code)/i.test(reply.text)) return problem('token_dead', detail);
  if (/invalid client/i.test(reply.text)) return problem('misconfigured', detail);
  return problemOfStatus(reply, detail);
}
