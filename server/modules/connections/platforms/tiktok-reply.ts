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

const envelope = z.object({ error: z.object({ code: z.string() }) });

/** Makes one call to the Display API, parses its data by the schema and returns them. */
export async function askTiktok<T extends z.ZodType>(
  url: string,
  init: RequestInit,
  schema: T,
  limits: OutsideCaller,
): Promise<Answer<z.output<T>>> {
  const bucket = /\/v2\/([a-z/]+)\/\?/.exec(url)?.[1] ?? 'other';
  const reply = await callCounted({ platform: 'tiktok', bucket }, url, init, limits);
  if (!reply.ok) return reply;
  return problemOfTiktok(reply.value) ?? expectBody(reply.value, schema);
}

/**
 * Meanings of the codes, from https://developers.tiktok.com/doc/tiktok-api-v2-error-handling. Codes about
 * uploads and parameters are left out, because those errors are faults of our code. No code says whether an
 * account or our app lost a permission.
 */
const kinds: Record<string, ProblemKind> = {
  access_token_invalid: 'token_dead',
  scope_not_authorized: 'denied',
  scope_permission_missed: 'denied',
  internal_error: 'transient',
};

/**
 * Returns the problem that a reply reports; null if the reply is no error. Both the status and `error.code`
 * must report success.
 */
function problemOfTiktok(reply: OutsideReply): ReturnType<typeof problem> | null {
  const parsed = envelope.safeParse(reply.body);
  const code = parsed.success ? parsed.data.error.code : '';
  const detail = `TikTok answered ${reply.status} ${code}`.trim();
  if (reply.status === 200 && code === 'ok') return null;
  if (code === '' || code === 'ok') return problemOfStatus(reply, detail);
  if (code === 'rate_limit_exceeded')
    return named(code, problem('quota', detail, retryAfterOf(reply.headers) ?? 60));
  const kind = kinds[code];
  return named(code, kind ? problem(kind, detail) : problemOfStatus(reply, detail));
}
