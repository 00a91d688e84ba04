import { z } from 'zod';
import { type Answer, problem } from './adapter.ts';
import {
  callCounted,
  expectBody,
  type OutsideCaller,
  type OutsideReply,
  problemOfStatus,
  retryAfterOf,
} from './outside-call.ts';

const envelope = z.object({ error: z.object({ code: z.string() }) });

/** One call to the Display API, its data in the promised form. */
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

/** null: the reply is no error. Status and `error.code` must both be well. */
function problemOfTiktok(reply: OutsideReply): ReturnType<typeof problem> | null {
  const parsed = envelope.safeParse(reply.body);
  const code = parsed.success ? parsed.data.error.code : '';
  const detail = `TikTok answered ${reply.status} ${code}`.trim();
  if (reply.status === 200 && code === 'ok') return null;
  if (code === 'access_token_invalid') return problem('token_dead', detail);
  if (code === 'scope_not_authorized' || code === 'scope_permission_missed') return problem('denied', detail);
  if (code === 'rate_limit_exceeded') return problem('quota', detail, retryAfterOf(reply.headers) ?? 60);
  if (code === 'internal_error') return problem('transient', detail);
  return problemOfStatus(reply, detail);
}
