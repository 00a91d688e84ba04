import { z } from 'zod';
import { type Answer, certain, named, problem } from './adapter.ts';
import { graphErrors, tooFewViewers } from './instagram-errors.ts';
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
    message: z.string().catch(''),
    is_transient: z.boolean().optional().catch(undefined),
  }),
});
type Failure = z.output<typeof failure>['error'];

/** Makes one call to the Instagram Graph API and parses its data by the schema. */
export async function askGraph<T extends z.ZodType>(
  url: string,
  schema: T,
  limits: OutsideCaller,
): Promise<Answer<z.output<T>>> {
  const reply = await callCounted({ platform: 'instagram', bucket: 'graph' }, url, {}, limits);
  if (!reply.ok) return reply;
  return problemOfGraph(reply.value) ?? expectBody(reply.value, schema);
}

/** Returns the problem that a reply reports; null if the reply is no error. */
function problemOfGraph(reply: OutsideReply): ReturnType<typeof problem> | null {
  const parsed = failure.safeParse(reply.body);
  if (!parsed.success) {
    return reply.status === 200 ? null : problemOfStatus(reply, `Instagram answered ${reply.status}`);
  }
  const { code, error_subcode: subcode } = parsed.data.error;
  const name = subcode === undefined ? String(code) : `${code}/${subcode}`;
  return named(name, problemBy(reply, parsed.data.error, `Instagram answered ${reply.status}, code ${name}`));
}

function problemBy(reply: OutsideReply, error: Failure, detail: string): ReturnType<typeof problem> {
  if (error.code === 10 && tooFewViewers.test(error.message)) return problem('gone', notEnoughViewers);
  const meant = graphErrors.find((row) => fits(row, error));
  if (meant?.quotaOf === 'platform') return problem('quota', detail, retryAfterOf(reply.headers));
  if (meant?.quotaOf === 'account') return problem('quota', detail, regainSeconds(reply) ?? 3600, 'account');
  if (meant?.isCertain) return certain(problem(meant.kind, detail));
  if (meant) return problem(meant.kind, detail);
  return error.is_transient ? problem('transient', detail) : problemOfStatus(reply, detail);
}

function fits({ code, subcode, words }: (typeof graphErrors)[number], error: Failure): boolean {
  const isCode =
    typeof code === 'number' ? code === error.code : code[0] <= error.code && error.code <= code[1];
  return (
    isCode &&
    (subcode === undefined || subcode === error.error_subcode) &&
    (words === undefined || words.test(error.message))
  );
}

const usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().nonnegative().optional() })),
);

/**
 * Returns the seconds until the account may be called again, from Meta's estimate in minutes; null if there
 * is no estimate.
 */
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

/** Problem detail for a medium with too few viewers for insights, to distinguish it from a deleted one. */
export const notEnoughViewers = 'not enough viewers for insights';
