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

/** How long TikTok asks to wait once a minute's calls are used up; it sends no header (portal/docs/rate-limits/v1.3). */
const MINUTE_USED_UP_SECONDS = 300;
const OK = 0;
/** Of an account or the app, and of the developer. */
const TOO_MANY: readonly (number | null)[] = [40_100, 40_016];

/**
 * What the codes mean, with status 200 throughout: TikTok's table of return codes, and as others met them. 40001 permission, 40002
 * parameters, 40007 no such object, 40101 our keys, 40102 to 40107 tokens, 40110 and 40131 codes of a consent that are used or too old.
 */
const kinds: Record<number, ProblemKind> = {
  40001: 'denied',
  40002: 'rejected',
  40007: 'gone',
  40101: 'misconfigured',
  40102: 'token_dead',
  40103: 'token_dead',
  40104: 'token_dead',
  40105: 'token_dead',
  40107: 'token_dead',
  40110: 'token_dead',
  40131: 'token_dead',
};

const envelope = z.object({ code: z.int(), data: z.unknown().optional() });

/** One call to TikTok's API for Business, its `data` in the promised form. All its methods share an allowance. */
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
 * null: the reply is no error. One code stands for the limit of an account (40 calls a minute and method) and for that of the whole
 * app, of which our own bookings keep away: it is taken as the account's, so that counting by TikTok's other API goes on.
 */
function problemOfBusiness(reply: OutsideReply): ReturnType<typeof problem> | null {
  const parsed = envelope.safeParse(reply.body);
  const code = parsed.success ? parsed.data.code : null;
  const detail = `TikTok for Business answered ${reply.status} ${code ?? ''}`.trim();
  if (code === OK && reply.status === 200) return null;
  if (TOO_MANY.includes(code) || reply.status === 429)
    return problem('quota', detail, retryAfterOf(reply.headers) ?? MINUTE_USED_UP_SECONDS, 'account');
  if (code === null) return problemOfStatus(reply, detail);
  const kind = kinds[code] ?? (code >= 50_000 ? 'transient' : 'rejected');
  return named(String(code), problem(kind, detail));
}
