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
/** After a jump of its views, a post is counted frequently for this long. */
export const DENSE_FOR = 48 * HOUR;
/** The first count after the window's end is final if it was read within this time. */
const FINAL_WITHIN = 2 * HOUR;

export interface NextPoll {
  /** When the clip is due. */
  at: Date;
  /** From this moment the clip may be counted early, together with another clip of its account. */
  pullFrom: Date;
  /** The next moment whose count is final; null if there is none or if the moment is unknown. */
  finalBy: Date | null;
}

interface Counted {
  postedAt: Date;
  now: Date;
  denseUntil: Date | null;
  trackingUntil: Date | null;
  /** When the clip was due: in the future if it was counted early, together with another clip. */
  wasDue?: Date;
}

/**
 * Returns the next moment to count a post. The moments form a grid that starts at the post's publication, so
 * all posts of one age are due together, however late the last count was. The window's end and its recheck
 * are counted too, even off the grid. From half an interval before a clip is due, it is counted together with
 * another clip of its account. So all clips of a creator are soon due at the same moment, which needs one
 * call to the platform instead of many.
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

/**
 * Returns whether a count may only lower the figure: the window is over, and its final figure is known or was
 * read too late.
 */
export function mayOnlyFall(now: Date, trackingUntil: Date | null, lastCount: Date | null): boolean {
  if (trackingUntil === null || now <= trackingUntil) return false;
  const isFinal = lastCount === null || lastCount < trackingUntil;
  return !isFinal || now > after(trackingUntil, FINAL_WITHIN);
}

/**
 * Returns when to try again after the n-th failure in a row: after 1, 2, 4 … at most 60 minutes, spread by up
 * to a quarter.
 */
export function retryAt(now: Date, failures: number, spread: number): Date {
  const wait = Math.min(2 ** Math.min(failures, 10) * MINUTE, HOUR);
  return after(now, Math.round(wait * (1 + spread / 4)));
}

/**
 * Returns whether the count jumped: it grew by half, and by 1,000 views or more, since the previous one. The
 * post is then counted frequently again.
 */
export function isJump(before: number, now: number): boolean {
  return now - before >= 1_000 && now >= before * 1.5;
}
