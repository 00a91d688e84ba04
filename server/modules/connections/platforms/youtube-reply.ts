import { z } from 'zod';
import { dayAfter, pacificDay, pacificMidnight } from '#contract/pacific-days.ts';
import type { Clock } from '#server/infra/clock.ts';
import { type Answer, certain, named, type ProblemKind, problem } from './adapter.ts';
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

/** Returns a function that reads a path of the Data API by a schema. */
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

/**
 * Returns a function that reads a path of the Analytics API, which has its own quota. The error `forbidden`
 * of this API means a video of another channel.
 */
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
    /** Newer methods name the error's reason only in this field. */
    details: z
      .array(z.looseObject({ reason: z.string().optional() }))
      .optional()
      .catch(undefined),
  }),
});

/**
 * Returns the first known reason among the several names of an error. For example, `forbidden` may be
 * accompanied by the reason that our key is blocked.
 */
function reasonOf({ errors, details = [] }: z.output<typeof failure>['error'], known: Reasons): string {
  const [detailed, named] = [details, errors].map((list) => list.flatMap(({ reason }) => reason || []));
  const names = [...detailed!, ...named!];
  return (
    names.find((name) => spent.includes(name) || Object.hasOwn(known, name)) ?? named![0] ?? names[0] ?? ''
  );
}

/** Pages that document each group of reasons. */
const sources = {
  youtube: 'https://developers.google.com/youtube/v3/docs/errors',
  global: 'https://developers.google.com/youtube/v3/docs/core_errors',
  details: 'https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto',
} as const;

/**
 * Meanings of the reasons. Reasons that are missing here are our errors or ambiguous: `forbidden` can concern
 * the call, the account or one video.
 */
const documented: Record<keyof typeof sources, Reasons> = {
  youtube: {
    accountDelegationForbidden: 'token_dead',
    authenticatedUserAccountClosed: 'token_dead',
    authenticatedUserAccountSuspended: 'token_dead',
    // The Google account has no channel.
    youtubeSignupRequired: 'denied',
    videoNotFound: 'gone',
    processingFailure: 'transient',
  },
  global: {
    rateLimitExceeded: 'quota',
    userRateLimitExceeded: 'quota',
    servingLimitExceeded: 'quota',
    concurrentLimitExceeded: 'quota',
    authError: 'token_dead',
    required: 'token_dead',
    insufficientPermissions: 'denied',
    // Google itself fails.
    backendError: 'transient',
    internalError: 'transient',
    keyInvalid: 'misconfigured',
    keyExpired: 'misconfigured',
    ipRefererBlocked: 'misconfigured',
    // The API is not enabled in the operator's project.
    accessNotConfigured: 'misconfigured',
  },
  details: {
    ACCESS_TOKEN_EXPIRED: 'token_dead',
    ACCOUNT_STATE_INVALID: 'token_dead',
    ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'denied',
    API_KEY_INVALID: 'misconfigured',
    API_KEY_SERVICE_BLOCKED: 'misconfigured',
    API_KEY_HTTP_REFERRER_BLOCKED: 'misconfigured',
    API_KEY_IP_ADDRESS_BLOCKED: 'misconfigured',
    SERVICE_DISABLED: 'misconfigured',
    // The operator's project is suspended, deleted or no longer paid for.
    CONSUMER_SUSPENDED: 'misconfigured',
    CONSUMER_INVALID: 'misconfigured',
    BILLING_DISABLED: 'misconfigured',
  },
};
const reasons: Reasons = { ...documented.youtube, ...documented.global, ...documented.details };
/** Reasons that can only concern the account. */
const certainReasons = Object.keys(documented.youtube);
const spent = ['quotaExceeded', 'dailyLimitExceeded', 'dailyLimitExceededUnreg'];

/**
 * Returns the problem that a reply reports; null if the reply is no error. A used-up quota asks to wait until
 * midnight in California, when the quota is renewed.
 */
function problemOfYoutube(
  reply: OutsideReply,
  clock: Clock,
  reasons: Reasons,
): ReturnType<typeof problem> | null {
  if (reply.status === 200) return null;
  const parsed = failure.safeParse(reply.body);
  const reason = parsed.success ? reasonOf(parsed.data.error, reasons) : '';
  const detail = `YouTube answered ${reply.status} ${reason}`.trim();
  const found = spent.includes(reason)
    ? problem('quota', detail, secondsToPacificMidnight(clock.now()))
    : problemBy(reply, reasons[reason], detail, parsed.success);
  if (certainReasons.includes(reason)) return named(reason, certain(found));
  return parsed.success ? named(reason || String(reply.status), found) : found;
}

function problemBy(
  reply: OutsideReply,
  kind: ProblemKind | undefined,
  detail: string,
  isGoogles: boolean,
): ReturnType<typeof problem> {
  if (kind) return problem(kind, detail);
  return isGoogles && reply.status === 401 ? problem('token_dead', detail) : problemOfStatus(reply, detail);
}

export const secondsToPacificMidnight = (now: Date): number =>
  Math.ceil((pacificMidnight(dayAfter(pacificDay(now))).getTime() - now.getTime()) / 1_000);

/** Returns the seconds of "PT1H2M3S", "P0D" or "58s"; null for any other text. */
export function durationSeconds(duration: string | undefined): number | null {
  const plain = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? '');
  if (plain) return Math.round(Number(plain[1]));
  const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration ?? '');
  if (!iso) return null;
  const [days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0));
  return ((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!;
}
