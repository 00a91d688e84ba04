import { fullMoment } from '#contract/dates.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import { humanize } from '#web/ui/lists/use-list.ts';
import { formatCount } from '#web/ui/texts/count.ts';

/** `fee` is an amount too: its name has no unit in the entries of payouts. */
const isAmount = (name: string): boolean => name.endsWith('Micros') || name === 'fee';

const labelOf = (name: string): string =>
  humanize(name.replace(/Micros$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

function textOf(name: string, value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return `[${value.map((one) => textOf(name, one)).join(', ')}]`;
  if (typeof value === 'object') return `(${fieldsOf(value)})`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (isAmount(name) && WHOLE.test(text)) return formatUsdExact(micros(text));
  if (/views$/i.test(name) && WHOLE.test(text)) return formatCount(Number(text));
  return MOMENT.test(text) ? fullMoment(text) : text;
}

const WHOLE = /^-?\d+$/;
/** A time as JSON writes it: "2026-12-01T04:35:13.367Z". */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const fieldsOf = (data: object): string =>
  Object.entries(data)
    .map(([name, value]) => `${labelOf(name)} ${textOf(name, value)}`)
    .join(', ');

/**
 * Returns the data of an audit entry as text, with amounts in dollars: "Amount $26.10, Rail bank". `data` is
 * the JSON of an object.
 */
export const logData = (data: string): string => fieldsOf(JSON.parse(data) as object);
