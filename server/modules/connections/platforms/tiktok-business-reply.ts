import { z } from 'zod';
import { type Answer, named, type ProblemKind, problem } from './adapter.ts';
import {
  callCounted,
  expectBody,
  type OutsideCaller,
  type OutsideReply,
  problemOfStatus,
  retryAfterOf,
} from './outside-call.ts';

/**
 * The wait after a minute's calls are used up. TikTok sends no header with one
 * (portal/docs/rate-limits/v1.3).
 */
const MINUTE_USED_UP_SECONDS = 300;
const OK = 0;
const TOO_MANY = 40_100;

/**
 * Pages that publish return codes that other developers met. TikTok shows its own table of codes only to its
 * registered developers.
 */
const sources = {
  table:
    'https://help.sleekflow.io/en_US/tiktok-business-messaging/troubleshooting-your-tiktok-business-messaging-channels',
  oldCode: 'https://www.volcengine.com/article/1475486',
  badToken: 'https://www.volcengine.com/article/1422075',
  keys: 'https://business-api.tiktok.com/portal/docs?id=1738084387220481',
} as const;

/**
 * Meanings of the codes; all these replies have status 200. Any other code is `rejected`, or `transient` from
 * 50000.
 */
const kinds: Record<number, { kind: ProblemKind; source: keyof typeof sources }> = {
  40001: { kind: 'denied', source: 'table' },
  40002: { kind: 'rejected', source: 'table' },
  40007: { kind: 'gone', source: 'table' },
  40101: { kind: 'misconfigured', source: 'keys' },
  40105: { kind: 'token_dead', source: 'badToken' },
  40110: { kind: 'token_dead', source: 'keys' },
  40131: { kind: 'token_dead', source: 'oldCode' },
};

/**
 * Matches messages about an expired token, because nobody has published their codes (gitroomhq/postiz-app,
 * tiktok.business.provider.ts).
 */
const tokenEnded = /(?:access|refresh) token (?:is incorrect|has expired)/i;

const envelope = z.object({ code: z.int(), message: z.string().catch(''), data: z.unknown().optional() });

/**
 * Makes one call to TikTok's API for Business and returns its `data` by the schema. All methods share an
 * allowance.
 */
export async function askTiktokBusiness<T extends z.ZodType>(
  url: string,
  init: RequestInit,
  schema: T,
  limits: OutsideCaller,
): Promise<Answer<z.output<T>>> {
  const reply = await callCounted({ platform: 'tiktok', bucket: 'business' }, url, init, limits);
  if (!reply.ok) return reply;
  const refused = problemOfBusiness(reply.value);
  if (refused) return refused;
  const { data } = envelope.parse(reply.value.body);
  return expectBody({ ...reply.value, body: data }, schema);
}

/**
 * Returns the problem that a reply reports; null if the reply is no error. TikTok uses one code for two
 * limits: an account's (40 calls a minute and method) and the whole app's. The code is treated as the
 * account's limit, so that counting through TikTok's other API continues. The app's limit is not expected,
 * because the call ledger keeps our calls below it.
 */
function problemOfBusiness(reply: OutsideReply): ReturnType<typeof problem> | null {
  const parsed = envelope.safeParse(reply.body);
  const code = parsed.success ? parsed.data.code : null;
  const detail = `TikTok for Business answered ${reply.status} ${code ?? ''}`.trim();
  if (code === OK && reply.status === 200) return null;
  if (code === TOO_MANY || reply.status === 429)
    return problem('quota', detail, retryAfterOf(reply.headers) ?? MINUTE_USED_UP_SECONDS, 'account');
  if (code === null) return problemOfStatus(reply, detail);
  const ended = parsed.success && tokenEnded.test(parsed.data.message) ? 'token_dead' : null;
  const kind = kinds[code]?.kind ?? ended ?? (code >= 50_000 ? 'transient' : 'rejected');
  return named(String(code), problem(kind, detail));
}
