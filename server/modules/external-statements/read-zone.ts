/**
 * Minutes by which zones are ahead of UTC. Abbreviations with several meanings, such as IST, are absent, so
 * they are refused.
 */
const MINUTES: Record<string, number> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  SAST: 120,
  SGT: 480,
  HKT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  HST: -600,
  AKST: -540,
  AKDT: -480,
  PST: -480,
  PDT: -420,
  MST: -420,
  MDT: -360,
  CST: -360,
  CDT: -300,
  EST: -300,
  EDT: -240,
  BRT: -180,
  ART: -180,
};

const MINUTE = 60_000;
const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Whether `zone` is an IANA name, an offset from UTC or a known abbreviation. */
export const isZone = (zone: string): boolean => toUtc(0, zone) !== null;

/**
 * Returns the moment at which clocks of a zone show `local` (milliseconds as if it were UTC). If clocks are
 * set back and show it twice, returns the earlier moment. Returns null for an unknown zone, and for a time
 * that the zone skips.
 */
export function toUtc(local: number, zone: string): number | null {
  const fixed = minutesOf(zone.trim());
  if (fixed !== null) return local - fixed * MINUTE;
  const format = formatOf(zone.trim());
  if (!format) return null;
  const around = [local - 24 * 60 * MINUTE, local + 24 * 60 * MINUTE].map((at) => aheadAt(format, at));
  const moments = [...new Set(around)].map((ahead) => local - ahead);
  const shown = moments.filter((at) => at + aheadAt(format, at) === local);
  return shown.length > 0 ? Math.min(...shown) : null;
}

function minutesOf(zone: string): number | null {
  const known = MINUTES[zone.toUpperCase()];
  if (known !== undefined) return known;
  const match = /^(?:UTC|GMT)?\s*([+\-−])\s*(\d{1,2})(?::?([0-5]\d))?$/i.exec(zone);
  if (!match) return null;
  const [, sign, hours, minutes = '0'] = match;
  if (Number(hours) > 14) return null;
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = newFormat(zone);
  formats.set(zone, format);
  return format;
}

function newFormat(timeZone: string): Intl.DateTimeFormat | null {
  // Names of three letters are refused here, because Intl accepts them and guesses a country.
  if (!/^[A-Za-z][A-Za-z0-9/_+-]{3,}$/.test(timeZone)) return null;
  try {
    const part = 'numeric' as const;
    const parts = { year: part, month: part, day: part, hour: part, minute: part, second: part };
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone, hourCycle: 'h23' });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the milliseconds by which the zone is ahead of UTC at a moment. */
function aheadAt(format: Intl.DateTimeFormat, at: number): number {
  const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year, month, day, hour, minute, second } = shown as Record<string, number>;
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - at;
}
