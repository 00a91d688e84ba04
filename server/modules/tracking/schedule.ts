import { RECHECK_HOURS } from '#contract/limits.ts';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';

/** Intervals between counts by a post's age, as promised in product.md §4. */
const CADENCE = [
  { untilAge: 6 * HOUR, every: 30 * MINUTE },
  { untilAge: 72 * HOUR, every: HOUR },
  { untilAge: 14 * DAY, every: 6 * HOUR },
  { untilAge: Number.POSITIVE_INFINITY, every: DAY },
];
const DENSE_EVERY = 30 * MINUTE;
/** After a jump, a post is counted densely for this long. */
export const DENSE_FOR = 48 * HOUR;
/** The first count after the window's end is final if it was read within this time. */
const FINAL_WITHIN = 2 * HOUR;

export interface NextPoll {
  /** When the clip is due. */
  at: Date;
  /** From then on it may be counted early, together with another clip of its account. */
  pullFrom: Date;
  /** The next moment whose count is final; null if there is none or it is unknown. */
  finalBy: Date | null;
}

interface Counted {
  postedAt: Date;
  now: Date;
  denseUntil: Date | null;
  trackingUntil: Date | null;
  /** When it was due: in the future if it was counted early, together with another clip. */
  wasDue?: Date;
}

/**
 * The next moment to count a post, on a grid anchored at its publication: all posts of one age are due together,
 * however late the last count was. The window's end and its recheck are counted too, even off the grid. From half
 * an interval before it is due, a clip is counted together with another clip of its account. So all clips of a
 * creator end up on one tick, which needs one call to the platform instead of many.
 */
export function nextPoll({ postedAt, now, denseUntil, trackingUntil, wasDue = now }: Counted): NextPoll {
  const from = wasDue > now ? wasDue : now;
  const age = Math.max(0, from.getTime() - postedAt.getTime());
  const step = CADENCE.find(({ untilAge }) => age < untilAge)!.every;
  const every = denseUntil && denseUntil > now ? Math.min(step, DENSE_EVERY) : step;
  const onGrid = after(postedAt, (Math.floor(age / every) + 1) * every);
  const fixed = trackingUntil === null ? [] : [trackingUntil, recheckAt(trackingUntil)];
  const finalBy = fixed.find((moment) => moment > now) ?? null;
  if (finalBy && finalBy <= onGrid) return { at: finalBy, pullFrom: finalBy, finalBy };
  const early = after(onGrid, -every / 2);
  return { at: onGrid, pullFrom: early > now ? early : now, finalBy };
}

export const nextPollAt = (
  postedAt: Date,
  now: Date,
  denseUntil: Date | null,
  trackingUntil: Date | null = null,
): Date => nextPoll({ postedAt, now, denseUntil, trackingUntil }).at;

export const recheckAt = (trackingUntil: Date): Date => after(trackingUntil, RECHECK_HOURS * HOUR);

/** Whether a count may only lower the figure: the window is over, and its final figure is known or was read too late. */
export function mayOnlyFall(now: Date, trackingUntil: Date | null, lastCount: Date | null): boolean {
  if (trackingUntil === null || now <= trackingUntil) return false;
  const isFinal = lastCount === null || lastCount < trackingUntil;
  return !isFinal || now > after(trackingUntil, FINAL_WITHIN);
}

/** Waits after the n-th failure in a row: 1, 2, 4 … at most 60 minutes, spread by up to a quarter. */
export function retryAt(now: Date, failures: number, spread: number): Date {
  const wait = Math.min(2 ** Math.min(failures, 10) * MINUTE, HOUR);
  return after(now, Math.round(wait * (1 + spread / 4)));
}

/** A count that grew by half, and by 1,000 views or more, since the previous one makes the schedule dense again. */
export function isJump(before: number, now: number): boolean {
  return now - before >= 1_000 && now >= before * 1.5;
}
