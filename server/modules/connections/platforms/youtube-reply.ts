import { z } from 'zod';
import { dayAfter, pacificDay, pacificMidnight } from '#contract/pacific-days.ts';
import type { Clock } from '#server/infra/clock.ts';
import { type Answer, type ProblemKind, problem } from './adapter.ts';
import {
  callCounted,
  expectBody,
  type OutsideCaller,
  type OutsideReply,
  problemOfStatus,
} from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';

type Reasons = Record<string, ProblemKind>;

interface Api {
  base: string;
  bucketOf(path: string): string;
  reasons: Reasons;
}

/** Reads a path of the Data API in the promised form. */
export const youtubeReader = (endpoints: PlatformEndpoints, clock: Clock, limits: OutsideCaller) =>
  readerOf(
    {
      base: endpoints.youtubeApi,
      bucketOf: (path) => (path.startsWith('videos:batchGetStats') ? 'stats' : 'data'),
      reasons,
    },
    clock,
    limits,
  );

/** The same of the Analytics API, which has a quota of its own. Forbidden is a video that is not the channel's. */
export const analyticsReader = (endpoints: PlatformEndpoints, clock: Clock, limits: OutsideCaller) =>
  readerOf(
    {
      base: endpoints.youtubeAnalyticsApi,
      bucketOf: () => 'analytics',
      reasons: { ...reasons, forbidden: 'gone' },
    },
    clock,
    limits,
  );

const readerOf =
  ({ base, bucketOf, reasons }: Api, clock: Clock, limits: OutsideCaller) =>
  async <T extends z.ZodType>(
    path: string,
    headers: Record<string, string>,
    schema: T,
  ): Promise<Answer<z.output<T>>> => {
    const bucket = bucketOf(path);
    const reply = await callCounted({ platform: 'youtube', bucket }, `${base}/${path}`, { headers }, limits);
    if (!reply.ok) return reply;
    return problemOfYoutube(reply.value, clock, reasons) ?? expectBody(reply.value, schema);
  };

const failure = z.object({
  error: z.object({
    code: z.number(),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
});

const reasons: Reasons = {
  rateLimitExceeded: 'quota',
  userRateLimitExceeded: 'quota',
  authError: 'token_dead',
  accountDelegationForbidden: 'token_dead',
  authenticatedUserAccountClosed: 'token_dead',
  authenticatedUserAccountSuspended: 'token_dead',
  forbidden: 'denied',
  insufficientPermissions: 'denied',
  keyInvalid: 'misconfigured',
  // The API is not enabled in the operator's project.
  accessNotConfigured: 'misconfigured',
};

/** null: the reply is no error. A spent quota asks to wait until midnight in California, when it is filled again. */
function problemOfYoutube(
  reply: OutsideReply,
  clock: Clock,
  reasons: Reasons,
): ReturnType<typeof problem> | null {
  if (reply.status === 200) return null;
  const parsed = failure.safeParse(reply.body);
  const reason = parsed.success ? (parsed.data.error.errors[0]?.reason ?? '') : '';
  const detail = `YouTube answered ${reply.status} ${reason}`.trim();
  if (reason === 'quotaExceeded') return problem('quota', detail, secondsToPacificMidnight(clock.now()));
  const kind = reasons[reason];
  return kind ? problem(kind, detail) : problemOfStatus(reply, detail);
}

export const secondsToPacificMidnight = (now: Date): number =>
  Math.ceil((pacificMidnight(dayAfter(pacificDay(now))).getTime() - now.getTime()) / 1_000);

/** Seconds of "PT1H2M3S", "P0D" or "58s"; null for anything else. */
export function durationSeconds(duration: string | undefined): number | null {
  const plain = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? '');
  if (plain) return Math.round(Number(plain[1]));
  const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration ?? '');
  if (!iso) return null;
  const [days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0));
  return ((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!;
}
