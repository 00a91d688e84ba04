/** Dates and times in UTC for people, the same on pages, in notifications and in mails. */

type Moment = Date | string | number;

/** The parts of "Tue, 24 Nov 2026 08:08:41 GMT", from the weekday to the second. */
const partsOf = (at: Moment) => new Date(at).toUTCString().match(/\w+/g) as string[];
const withoutZero = (day = '') => day.replace(/^0/, '');

function written(at: Moment, { year, seconds }: { year?: boolean; seconds?: boolean }): string {
  const [weekday, day, month, inYear, hour, minute, second] = partsOf(at);
  return `${weekday} ${withoutZero(day)} ${month}${year ? ` ${inYear}` : ''}, ${hour}:${minute}${seconds ? `:${second}` : ''} UTC`;
}

/** "24 Nov" */
export function dayText(at: Moment): string {
  const [, day, month] = partsOf(at);
  return `${withoutZero(day)} ${month}`;
}

/** "2026-11-24": used in tables. */
export const isoDay = (at: Moment): string => new Date(at).toISOString().slice(0, 10);

/** "24 Nov 2026": used in sentences. */
export function fullDay(at: Moment): string {
  const [, , , year] = partsOf(at);
  return `${dayText(at)} ${year}`;
}

/** "Tue 24 Nov, 08:08 UTC": used for near moments such as deadlines. */
export const momentText = (at: Moment): string => written(at, {});

/** "Tue 24 Nov 2026, 08:08 UTC": used for lasting records such as receipts. */
export const fullMoment = (at: Moment): string => written(at, { year: true });

/** "Tue 24 Nov 2026, 08:08:41 UTC" */
export const exactMoment = (at: Moment): string => written(at, { year: true, seconds: true });
