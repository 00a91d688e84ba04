import { toUtc } from './read-zone.ts';

export type DayOrder = 'day-first' | 'month-first';

/**
 * Returns the day-month order of a column of dates like 3/4/2026; `mapped` is an admin's choice. Returns null
 * if nothing shows the order, because no value is above 12, or if values contradict each other or the choice.
 */
export function dayOrderOf(cells: Iterable<string>, mapped: DayOrder | null = null): DayOrder | null {
  const found = new Set<DayOrder>(mapped ? [mapped] : []);
  const shortYears = new Set<string>();
  for (const cell of cells) {
    const [, first, second, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2,4})/.exec(cell.trim()) ?? [];
    if (Number(first) > 12) found.add('day-first');
    if (Number(second) > 12) found.add('month-first');
    if (year?.length === 2) shortYears.add(year);
    // A statement spans few years. If the dates end with more different numbers of two digits, these numbers
    // are days, and the year is first.
    if (found.size > 1 || shortYears.size > MOST_YEARS) return null;
  }
  return [...found][0] ?? null;
}

/** The dates of one statement are in at most this many years. */
const MOST_YEARS = 2;

interface Rest {
  order?: DayOrder | null;
  /** The time of day and the zone, if other cells contain them. */
  time?: string;
  zone?: string;
}

/**
 * Reads a day or moment of a statement: ISO 8601, 31.01.2026, "31 Jan 2026", or with slashes in the given `order`.
 * A day without a time is noon UTC; a time without a zone is UTC. Null if it can't be read or its zone is unknown;
 * "unclear" if day and month can't be distinguished.
 */
export function readMoment(
  cell: string,
  { order = null, time = '', zone = '' }: Rest = {},
): Date | 'unclear' | null {
  const parts = splitDay(visible(cell));
  if (!parts) return null;
  const day = readDay(parts.day, order);
  if (day === null || day === 'unclear') return day;
  const clock = parts.clock || visible(time).replace(/\s+/g, ' ');
  // A date with an offset but without a time keeps the day that the bank wrote.
  if (clock === '' || (parts.clock === '' && parts.isOffset)) return new Date(day + 12 * 3_600_000);
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(clock);
  if (!match) return null;
  const [shown, hours, minutes, seconds = '0'] = match;
  const rest = clock.slice(shown.length).replace(/^[.,]\d{1,9}/, '');
  const [marked = '', half] = /^ ?([ap])\.? ?m\.?(?![a-z])/i.exec(rest) ?? [];
  const own = rest.slice(marked.length);
  const hour = hourOf(Number(hours), half);
  if (hour === null || Number(minutes) > 59 || Number(seconds) > 60) return null;
  const local = day + (hour * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
  const at = toUtc(local, own.trim() || zone.trim() || 'UTC');
  return at === null ? null : new Date(at);
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

const visible = (cell: string): string =>
  cell
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();

const DAYS = [
  /^(?:\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}\.?|\d{8})(?!\d)/,
  /^\d{1,2}(?:\.|st|nd|rd|th)?[ -]{1,2}(?:de |of )?\p{L}{1,20}\.?,?[ -]{1,2}(?:de )?(?:\d{4}|\d{2})(?!\d)/iu,
  /^\p{L}{1,20}\.?[ -]\d{1,2}(?:st|nd|rd|th)?,?[ -]\d{4}(?!\d)/iu,
];

/** Splits a cell into its day and the text after it: a time, or an offset from UTC. */
function splitDay(text: string): { day: string; clock: string; isOffset: boolean } | null {
  const dated = text.replace(/^\p{L}{2,10}\.?, ?/u, '');
  const [day] = DAYS.map((pattern) => pattern.exec(dated)?.[0]).filter((found) => found !== undefined);
  if (day === undefined) return null;
  const rest = dated.slice(day.length);
  if (rest === '' || /^(?:Z|[+-]\d{2}:?\d{2})$/.test(rest)) return { day, clock: '', isOffset: rest !== '' };
  return /^(?:T|,? )/.test(rest) ? { day, clock: rest.replace(/^(?:T|,? )/, ''), isOffset: false } : null;
}

function readDay(text: string, order: DayOrder | null): number | 'unclear' | null {
  const yearFirst = /^(\d{4})([./-]) ?(\d{1,2})\2 ?(\d{1,2})\.?$/.exec(text);
  if (yearFirst) return dayOf(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!);
  const dense = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (dense) return dayOf(dense[1]!, dense[2]!, dense[3]!);
  const yearLast = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})$/.exec(text);
  if (yearLast) return readYearLast(yearLast, order);
  const dayFirst =
    /^(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]+(?:de |of )?(\p{L}+)\.?,?[\s-]+(?:de )?(\d{4}|\d{2})$/iu.exec(text);
  const monthFirst = /^(\p{L}+)\.?[\s-](\d{1,2})(?:st|nd|rd|th)?,?[\s-](\d{4})$/iu.exec(text);
  const [name, day, year] = dayFirst
    ? [dayFirst[2]!, dayFirst[1]!, dayFirst[3]!]
    : [monthFirst?.[1] ?? '', monthFirst?.[2] ?? '', monthFirst?.[3] ?? ''];
  const month = months().get(plainName(name));
  return month === undefined ? null : dayOf(year, `${month}`, day);
}

function readYearLast(match: RegExpExecArray, order: DayOrder | null): number | 'unclear' | null {
  const [, first = '', separator, second = '', year = ''] = match;
  if (separator === '.' && order !== 'month-first') return dayOf(year, second, first);
  // The date is refused, because in 26-11-20 the first number may be the year or the day.
  if (separator === '-' && year.length === 2) return null;
  if (order === null && first !== second) return 'unclear';
  return order === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second);
}

/** Years of other calendars, such as 2569 or 1448, are refused. */
const FIRST_YEAR = 1970;
const END_YEAR = 2100;

function dayOf(year: string, month: string, day: string): number | null {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  const at = Date.UTC(full, Number(month) - 1, Number(day));
  const is = new Date(at);
  const isReal = is.getUTCMonth() === Number(month) - 1 && is.getUTCDate() === Number(day);
  return isReal && full >= FIRST_YEAR && full < END_YEAR ? at : null;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'tr'];

const plainName = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\./g, '').toLowerCase();

let known: ReadonlyMap<string, number> | null = null;

/**
 * Returns month numbers by long and short name. A name that means different months in two languages is left
 * out.
 */
function months(): ReadonlyMap<string, number> {
  known ??= monthNames();
  return known;
}

function monthNames(): ReadonlyMap<string, number> {
  const found = new Map<string, Set<number>>([['sept', new Set([9])]]);
  for (const language of LANGUAGES) {
    for (const options of [
      { month: 'long' },
      { month: 'short' },
      { month: 'long', day: 'numeric' },
    ] as const) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      for (let month = 0; month < 12; month++) {
        const part = format.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === 'month');
        const name = plainName(part?.value ?? '');
        found.set(name, (found.get(name) ?? new Set()).add(month + 1));
      }
    }
  }
  return new Map([...found].flatMap(([name, of]) => (of.size === 1 ? [[name, [...of][0]!] as const] : [])));
}
