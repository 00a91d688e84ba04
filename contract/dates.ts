/** Formats dates and times in UTC. Pages, notifications and mails use the same formats. */

type Moment = Date | string | number;

/** Returns the parts of "Tue, 24 Nov 2026 08:08:41 GMT", from the weekday to the second. */
const partsOf = (at: Moment) => new Date(at).toUTCString().match(/\w+/g) as string[];
const withoutZero = (day = '') => day.replace(/^0/, '');

function written(at: Moment, { year, seconds }: { year?: boolean; seconds?: boolean }): string {
  const [weekday, day, month, inYear, hour, minute, second] = partsOf(at);
  return `${weekday} ${withoutZero(day)} ${month}${year ? ` ${inYear}` : ''}, ${hour}:${minute}${seconds ? `:${second}` : ''} UTC`;
}

/** Formats a day like "24 Nov". */
export function dayText(at: Moment): string {
  const [, day, month] = partsOf(at);
  return `${withoutZero(day)} ${month}`;
}

/** Formats a day like "2026-11-24", for tables. */
export const isoDay = (at: Moment): string => new Date(at).toISOString().slice(0, 10);

/** Formats a day like "24 Nov 2026", for sentences. */
export function fullDay(at: Moment): string {
  const [, , , year] = partsOf(at);
  return `${dayText(at)} ${year}`;
}

/** Formats a time like "Tue 24 Nov, 08:08 UTC", for times near today, such as deadlines. */
export const momentText = (at: Moment): string => written(at, {});

/** Formats a time like "Tue 24 Nov 2026, 08:08 UTC", for lasting documents, such as receipts. */
export const fullMoment = (at: Moment): string => written(at, { year: true });

/** Formats a time like "Tue 24 Nov 2026, 08:08:41 UTC". */
export const exactMoment = (at: Moment): string => written(at, { year: true, seconds: true });
