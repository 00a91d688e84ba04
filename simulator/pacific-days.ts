const dayText = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
const HOUR_MS = 3_600_000;

/** The day in California, by which YouTube counts: YYYY-MM-DD. */
export const pacificDay = (at: Date): string => dayText.format(at);

/** When such a day begins: at 07:00 UTC in summer, at 08:00 in winter. */
export function pacificMidnight(day: string): Date {
  const inSummer = new Date(`${day}T07:00:00Z`);
  return pacificDay(inSummer) === day ? inSummer : new Date(inSummer.getTime() + HOUR_MS);
}

/** The days from one to another, both included. */
export function pacificDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 24 * HOUR_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}
