/** Returns a moment as a browser's field of date and time takes it, in the person's own time zone. */
export function toField(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Reads a field of date and time in the person's own time zone; null if it is empty or incomplete. */
export function fromField(text: string): Date | null {
  const moment = new Date(text);
  return text === '' || Number.isNaN(moment.getTime()) ? null : moment;
}

/** The name of the person's time zone, such as "Europe/Berlin". */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
