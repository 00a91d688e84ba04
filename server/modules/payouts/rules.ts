import { DAY, HOUR } from '#server/infra/clock.ts';

/** The first Monday 09:00 UTC of the Unix epoch. */
const FIRST_RUN_MS = Date.UTC(1970, 0, 5, 9);
const WEEK = 7 * DAY;

/** The weekly run that is due at this moment: the last Monday 09:00 UTC. */
export const lastWeeklyRunAt = (now: Date): Date =>
  new Date(now.getTime() - ((now.getTime() - FIRST_RUN_MS) % WEEK));

export const nextWeeklyRunAt = (now: Date): Date => new Date(lastWeeklyRunAt(now).getTime() + WEEK);

/** A weekly run is worked off within a day, as a withdrawal is. */
export const PROCESS_WITHIN = 24 * HOUR;

/** "t•••@cutroom.example": enough to know one's own address by, not enough to learn it from a screen. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
