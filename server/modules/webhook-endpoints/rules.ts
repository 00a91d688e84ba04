import { type MemberRole, memberRoleSchema } from '#contract/accounts.ts';
import { webhookKindsOf } from '#contract/webhook-kinds.ts';
import { after, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type OutsideUrlRules, outsideUrlFault } from '#server/infra/outside-url.ts';

/** What follows the first attempt: standardwebhooks.com names these pauses. */
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
/** So much of a pause is added by chance, so that what failed together does not come back together. */
const JITTER = 0.2;
/** An endpoint that fails is asked at least so often, and at most for this long not because of its own Retry-After. */
const PAUSE_MAX_MS = HOUR;
export const RETRY_AFTER_MAX_MS = 24 * HOUR;

/** The owner is warned after so many failures in a row. */
const WARN_AT = [5, 10, 15];
/** The endpoint is switched off. */
const OFF_AT = 20;

/** How long nothing is tried after so many attempts; null after the last one. */
export function retryAfterMs(attempts: number, random = Math.random()): number | null {
  const pause = RETRY_AFTER_MS[attempts - 1];
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * random));
}

/** So long an endpoint is left alone after so many failures in a row: what waits for it is not tried one after the other. */
export const pauseMs = (failures: number): number =>
  Math.min(RETRY_AFTER_MS[failures - 1] ?? PAUSE_MAX_MS, PAUSE_MAX_MS);

export type Consequence = 'none' | 'warn' | 'off';

export const consequenceOf = (failures: number): Consequence =>
  failures >= OFF_AT ? 'off' : WARN_AT.includes(failures) ? 'warn' : 'none';

const SLOW_DOWN = [429, 502, 503, 504];

/** What a receiver that is overloaded asks for, in seconds or as a date; 0 where it asks for nothing. */
export function askedPauseMs(status: number | null, retryAfter: string | null, now: Date): number {
  if (status === null || !SLOW_DOWN.includes(status) || retryAfter === null) return 0;
  const asked = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), RETRY_AFTER_MAX_MS) : 0;
}

/** The later of our own time and the one that the receiver asks for. */
export const notBefore = (now: Date, ownMs: number, askedMs: number): Date =>
  after(now, Math.max(ownMs, askedMs));

/** The role of somebody who can have endpoints. */
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
