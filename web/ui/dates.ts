type Moment = Date | string | number;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const month = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "2026-11-14", UTC. */
export const isoDay = (at: Moment): string => new Date(at).toISOString().slice(0, 10);

/** "Nov 17, 2026, 16:20 UTC" */
export const fullMoment = (at: Moment): string =>
  `${monthYear.format(new Date(at))}, ${new Date(at).toISOString().slice(11, 16)} UTC`;

/** "Nov 17", UTC: axes and short sentences. */
export const monthDay = (at: Moment): string => month.format(new Date(at));

/** How a time axis of this length is marked: "16:20" (UTC) up to two days, else "Nov 17". */
export const axisMoment =
  (spanMs: number) =>
  (at: Moment): string =>
    spanMs > 2 * DAY ? monthDay(at) : new Date(at).toISOString().slice(11, 16);

/** "3 h", "4 h 10 min", "2 d": the two largest units under a day, days above. Never negative. */
export function duration(ms: number): string {
  const rest = Math.max(0, Math.round(ms / MINUTE)) * MINUTE;
  if (rest >= 2 * DAY) return `${Math.floor(rest / DAY)} d`;
  const hours = Math.floor(rest / HOUR);
  const minutes = Math.round((rest % HOUR) / MINUTE);
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 || hours >= 10 ? `${hours} h` : `${hours} h ${minutes} min`;
}

/** "in 3 h", "4 h ago", "now"; beyond 30 days the date itself. */
export function relative(at: Moment, now: Date): string {
  const distance = new Date(at).getTime() - now.getTime();
  if (Math.abs(distance) < MINUTE) return 'now';
  if (Math.abs(distance) > 30 * DAY) return isoDay(at);
  return distance > 0 ? `in ${duration(distance)}` : `${duration(-distance)} ago`;
}
