const dayText = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
const HOUR_MS = 3_600_000;

/** Returns the day in California as YYYY-MM-DD. YouTube counts calls and views per day in California. */
export const pacificDay = (at: Date): string => dayText.format(at);

/** Returns when a day in California begins: 07:00 UTC in summer, 08:00 in winter. */
export function pacificMidnight(day: string): Date {
  const inSummer = new Date(`${day}T07:00:00Z`);
  return pacificDay(inSummer) === day ? inSummer : new Date(inSummer.getTime() + HOUR_MS);
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 24 * HOUR_MS).toISOString().slice(0, 10);

/** Returns all days from `from` to `to`, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}
