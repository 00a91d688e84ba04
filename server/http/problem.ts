import type { FastifyReply } from 'fastify';
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import type { Problem } from '#contract/wire/problem.ts';
import type { Refusal } from '#server/infra/outcome.ts';

interface Extra {
  detail?: string | undefined;
  fields?: Problem['fields'];
  candidates?: string[] | undefined;
}

/** Answers with problem details (RFC 9457) for one code of the error catalogue. */
export function sendProblem(reply: FastifyReply, code: ErrorCode, extra: Extra = {}): FastifyReply {
  const row = errorCatalogue[code];
  const problem: Problem = {
    type: `/docs/errors#${code}`,
    code,
    status: row.status,
    title: row.title,
    detail: extra.detail ?? row.detail,
    ...(extra.fields ? { fields: extra.fields } : {}),
    ...(extra.candidates ? { candidates: extra.candidates } : {}),
  };
  return reply
    .status(row.status)
    .header('content-type', 'application/problem+json')
    .header('cache-control', 'no-store')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problem);
}

/** Seconds after which a caller may try a platform again that did not answer. */
const PLATFORM_RETRY = '30';

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.code === 'platform_unavailable') reply.header('retry-after', PLATFORM_RETRY);
  return sendProblem(reply, refusal.code, {
    detail: refusal.detail,
    fields: refusal.field
      ? [{ field: refusal.field, message: refusal.detail ?? errorCatalogue[refusal.code].detail }]
      : undefined,
    candidates: refusal.candidates,
  });
}
