import { DIGEST_HOUR_UTC } from '#contract/notifications/notification-topics.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';

const MONDAY = 1;

/** Returns when a notification created at `at` is sent: at once, or with the next daily or weekly digest. */
export function leavesAt(timing: 'now' | 'daily' | 'weekly', at: Date): Date {
  if (timing === 'now') return at;
  const midnight = new Date(at).setUTCHours(0, 0, 0, 0);
  const today = new Date(midnight + DIGEST_HOUR_UTC * HOUR);
  const next = today > at ? today : after(today, DAY);
  if (timing === 'daily') return next;
  return after(next, ((MONDAY + 7 - next.getUTCDay()) % 7) * DAY);
}
