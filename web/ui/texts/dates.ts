import { dayText, fullMoment, momentText } from '#contract/dates.ts';

type Moment = Date | string | number;

const DAY = 24 * 60 * 60_000;

/** Formats the labels of a time axis of this length: "16:20" (UTC) up to two days, else "17 Nov". */
export const axisMoment =
  (spanMs: number) =>
  (at: Moment): string =>
    spanMs > 2 * DAY ? dayText(at) : new Date(at).toISOString().slice(11, 16);

/** A moment as read at `now`: with its year when it is half a year away or more. */
export const momentFrom = (at: Moment, now: Date): string =>
  Math.abs(new Date(at).getTime() - now.getTime()) < 182 * DAY ? momentText(at) : fullMoment(at);
