import { z } from 'zod';
import { type Answer, problem } from './adapter.ts';
import {
  callOutside,
  expectBody,
  type OutsideCaller,
  type OutsideReply,
  problemOfStatus,
} from './outside-call.ts';

const failure = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    message: z.string().default(''),
  }),
});

const throttled = [4, 17, 32, 613, 80002];
const unknownErrors = [1, 2];

/** One call to the Instagram Graph API. `no_data` of insights is told by an empty list, not here. */
export async function askGraph<T extends z.ZodType>(
  url: string,
  schema: T,
  limits: OutsideCaller,
): Promise<Answer<z.output<T>>> {
  const reply = await callOutside(url, {}, limits);
  if (!reply.ok) return reply;
  return problemOfGraph(reply.value) ?? expectBody(reply.value, schema);
}

/** null: the reply is no error. */
function problemOfGraph(reply: OutsideReply): ReturnType<typeof problem> | null {
  const parsed = failure.safeParse(reply.body);
  if (!parsed.success) {
    return reply.status === 200 ? null : problemOfStatus(reply, `Instagram answered ${reply.status}`);
  }
  const { code, error_subcode: subcode, message } = parsed.data.error;
  const detail = `Instagram answered ${reply.status}, code ${code}${subcode ? `/${subcode}` : ''}`;
  if (code === 190) return problem('token_dead', detail);
  if (throttled.includes(code)) return problem('quota', detail, 3600);
  if (unknownErrors.includes(code)) return problem('transient', detail);
  if (code === 10 && message.includes('Not enough viewers')) return problem('gone', notEnoughViewers);
  if (code === 10 || message.includes('not an Instagram business')) return problem('denied', detail);
  if (subcode === 33) return problem('gone', detail);
  return problemOfStatus(reply, detail);
}

/** Detail by which a medium with too few viewers for insights is told from one that is gone. */
export const notEnoughViewers = 'not enough viewers for insights';
