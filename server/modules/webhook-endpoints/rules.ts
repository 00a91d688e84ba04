import { type MemberRole, memberRoleSchema } from '#contract/accounts/accounts.ts';
import { webhookKindsOf } from '#contract/webhook-endpoints/webhook-kinds.ts';
import { after, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type OutsideUrlRules, outsideUrlFault } from '#server/infra/outside-url.ts';

/** Pauses after each attempt, as recommended by standardwebhooks.com. */
const RETRY_AFTER_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Random fraction added to a pause, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
/**
 * Longest pause of a failing endpoint: an hour by our own rules, a day if the receiver asks for it by
 * Retry-After.
 */
const PAUSE_MAX_MS = HOUR;
export const RETRY_AFTER_MAX_MS = 24 * HOUR;

/** The owner is warned after this many failures in a row. */
const WARN_AT = [5, 10, 15];
/** The endpoint is disabled after this many failures in a row. */
const OFF_AT = 20;

/** Returns the pause after this many attempts; null after the last one. */
export function retryAfterMs(attempts: number, random = Math.random()): number | null {
  const pause = RETRY_AFTER_MS[attempts - 1];
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * random));
}

/**
 * Returns the pause of an endpoint after this many failures in a row. The pause applies to all of its waiting
 * deliveries, so that they don't fail one after the other.
 */
export const pauseMs = (failures: number): number =>
  Math.min(RETRY_AFTER_MS[failures - 1] ?? PAUSE_MAX_MS, PAUSE_MAX_MS);

export type Consequence = 'none' | 'warn' | 'off';

export const consequenceOf = (failures: number): Consequence =>
  failures >= OFF_AT ? 'off' : WARN_AT.includes(failures) ? 'warn' : 'none';

const SLOW_DOWN = [429, 502, 503, 504];

/**
 * Returns the pause in milliseconds that an overloaded receiver asks for, in seconds or as a date; 0 if none.
 */
export function askedPauseMs(status: number | null, retryAfter: string | null, now: Date): number {
  if (status === null || !SLOW_DOWN.includes(status) || retryAfter === null) return 0;
  const asked = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), RETRY_AFTER_MAX_MS) : 0;
}

/** Returns the time after the longer of two pauses: our own, and the pause that the receiver asks for. */
export const notBefore = (now: Date, ownMs: number, askedMs: number): Date =>
  after(now, Math.max(ownMs, askedMs));

/** Returns the role if a person with it can have endpoints, otherwise null. */
export const memberRoleOf = (role: string | null): MemberRole | null =>
  memberRoleSchema.safeParse(role).data ?? null;

/** Refuses an address that must not be called, and events that this role never gets. */
export function unfitEndpoint(
  wanted: { url: string; kinds: readonly string[] },
  role: MemberRole,
  rules: OutsideUrlRules,
): Outcome<null, 'invalid_input'> {
  const fault = outsideUrlFault(wanted.url, rules);
  if (fault) return refuse('invalid_input', { field: 'url', detail: `The address ${fault}.` });
  const own: readonly string[] = webhookKindsOf(role);
  const strange = wanted.kinds.find((kind) => !own.includes(kind));
  if (strange)
    return refuse('invalid_input', { field: 'kinds', detail: `Your account gets no events ${strange}.` });
  return null;
}
