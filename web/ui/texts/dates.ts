import { dayText, fullMoment, momentText } from '#contract/dates.ts';

type Moment = Date | string | number;

const DAY = 24 * 60 * 60_000;

/**
 * Returns the formatter for a time axis of this length: "16:20" (UTC) up to two days, and otherwise "17 Nov".
 */
export const axisMoment =
  (spanMs: number) =>
  (at: Moment): string =>
    spanMs > 2 * DAY ? dayText(at) : new Date(at).toISOString().slice(11, 16);

/** Formats a time for a reader at `now`. The year is included if the time is at least half a year away. */
export const momentFrom = (at: Moment, now: Date): string =>
  Math.abs(new Date(at).getTime() - now.getTime()) < 182 * DAY ? momentText(at) : fullMoment(at);
