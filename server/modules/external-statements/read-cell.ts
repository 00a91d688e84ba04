/** Decimal places of a micro amount. */
const DECIMALS = 6;

/**
 * An amount as statements write it, in millionths: "1,234.56", "1.234,56", "-12.3", "(12.30)", "12.30-", "$5". Null when it
 * is none, "unclear" when it may be read in two ways ("1,234").
 */
export function readAmount(cell: string): bigint | 'unclear' | null {
  // Spaces and apostrophes only group digits. They go first, so that no two parts of the pattern take the same character.
  const dense = cell.replace(/['\s]/g, '');
  const match = /^(\()?([+\-−])?(?:[$€£]|[A-Z]{3})?([\d.,]+)(-)?(\))?$/u.exec(dense);
  if (!match) return null;
  const [, open, sign, text = '', behind, close] = match;
  if (Boolean(open) !== Boolean(close) || [open, sign, behind].filter(Boolean).length > 1) return null;
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const separators = text.replace(/\d/g, '');
  if (separators.length === 1 && text.length - at - 1 === 3 && at <= 3 && text[0] !== '0') return 'unclear';
  // The last separator is the point, unless it stands there several times: "1,234,567".
  const isGrouped = at >= 0 && text.indexOf(text[at]!) !== at;
  const whole = isGrouped || at < 0 ? text : text.slice(0, at);
  const part = isGrouped || at < 0 ? '' : text.slice(at + 1);
  if (!/^\d{1,3}(?:([.,])\d{3})?(?:\1\d{3})*$|^\d*$/.test(whole) || !/^\d*$/.test(part)) return null;
  const units = whole.replace(/[.,]/g, '');
  if (units + part === '' || units.length > 12 || part.length > DECIMALS) return null;
  const micros = BigInt(units || '0') * 1_000_000n + BigInt(part.padEnd(DECIMALS, '0'));
  return open || behind || (sign && sign !== '+') ? -micros : micros;
}

export type DayOrder = 'day-first' | 'month-first';

/** Day-month order of a column of dates like 3/4/2026; null when no value is above 12, so both are possible. */
export function dayOrderOf(cells: readonly string[]): DayOrder | null {
  for (const cell of cells) {
    const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}/.exec(cell.trim()) ?? [];
    if (Number(first) > 12) return 'day-first';
    if (Number(second) > 12) return 'month-first';
  }
  return null;
}

const HOURS: Record<string, number> = {
  UTC: 0,
  GMT: 0,
  PST: -8,
  PDT: -7,
  MST: -7,
  MDT: -6,
  CST: -6,
  CDT: -5,
  EST: -5,
  EDT: -4,
  CET: 1,
  CEST: 2,
  BST: 1,
};

/**
 * A day or moment of a statement: ISO 8601, 31.01.2026, or with slashes as `order` says. Without a time it is noon, without a
 * zone UTC. Null when it is none; "unclear" when day and month can't be told apart.
 */
export function readMoment(
  cell: string,
  { order = null, time = '', zone = '' }: { order?: DayOrder | null; time?: string; zone?: string } = {},
): Date | 'unclear' | null {
  const [, date = '', rest = ''] = /^([\d./-]+)(?:[T ](.*))?$/.exec(cell.trim()) ?? [];
  const clock = rest.trim();
  const day = readDay(date, order);
  if (day === null || day === 'unclear') return day;
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/.exec(clock || time);
  if ((clock || time) && !match) return null;
  const [, hours = '12', minutes = '0', seconds = '0', offset = ''] = match ?? [];
  const [, sign, offsetHours, offsetMinutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  const ahead = sign
    ? Number(`${sign}1`) * (Number(offsetHours) * 60 + Number(offsetMinutes))
    : (HOURS[zone.toUpperCase()] ?? 0) * 60;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null;
  const at = day + (Number(hours) * 60 + Number(minutes) - ahead) * 60_000 + Number(seconds) * 1_000;
  return new Date(at);
}

function readDay(text: string, order: DayOrder | null): number | 'unclear' | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!);
  if (dotted) return dayOf(dotted[3]!, dotted[2]!, dotted[1]!);
  if (!slashed) return null;
  const [, first = '', second = '', year = ''] = slashed;
  if (order === null && first !== second) return 'unclear';
  return order === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second);
}

function dayOf(year: string, month: string, day: string): number | null {
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const is = new Date(at);
  const isReal = is.getUTCMonth() === Number(month) - 1 && is.getUTCDate() === Number(day);
  return isReal && Number(year) >= 1970 && Number(year) < 3000 ? at : null;
}
