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

const failure = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    message: z.string().default(''),
  }),
});

/** 4 is about the whole app; the others are about the account that was asked for. */
const throttledApp = 4;
const throttledAccount = [17, 32, 613, 80002];
const unknownErrors = [1, 2];

/** One call to the Instagram Graph API. `no_data` of insights is told by an empty list, not here. */
export async function askGraph<T extends z.ZodType>(
  url: string,
  schema: T,
  limits: OutsideCaller,
): Promise<Answer<z.output<T>>> {
  const reply = await callCounted({ platform: 'instagram', bucket: 'graph' }, url, {}, limits);
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
  if (code === throttledApp) return problem('quota', detail, retryAfterOf(reply.headers));
  if (throttledAccount.includes(code)) {
    return problem('quota', detail, regainSeconds(reply) ?? 3600, 'account');
  }
  if (unknownErrors.includes(code)) return problem('transient', detail);
  if (code === 10 && message.includes('Not enough viewers')) return problem('gone', notEnoughViewers);
  if (code === 10 || message.includes('not an Instagram business')) return problem('denied', detail);
  if (subcode === 33) return problem('gone', detail);
  return problemOfStatus(reply, detail);
}

const usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().nonnegative().optional() })),
);

/** Seconds until the account may be asked again, as Meta estimates in minutes; null when it does not say. */
function regainSeconds(reply: OutsideReply): number | null {
  const header = reply.headers.get('x-business-use-case-usage');
  if (!header) return null;
  try {
    const minutes = Object.values(usage.parse(JSON.parse(header)))
      .flat()
      .map((one) => one.estimated_time_to_regain_access ?? 0);
    return Math.max(0, ...minutes) * 60 || null;
  } catch {
    return null;
  }
}

/** Detail by which a medium with too few viewers for insights is told from one that is gone. */
export const notEnoughViewers = 'not enough viewers for insights';
