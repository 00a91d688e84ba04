import { currenciesOf } from './cell-words.ts';
import type { ColumnNames } from './column-names.ts';
import type { DayOrder } from './read-moment.ts';
import { isZone } from './read-zone.ts';

/** Returns a column's name in lower case, without accents, spaces and signs. */
export const plain = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** The parts of a header: its name and a hint, as in "Amount (EUR)", "Umsatz in EUR", "Date (UTC)", "Date (DD/MM/YYYY)". */
export interface HeaderHint {
  name: string;
  currencies: readonly string[] | null;
  zone: string | null;
  order: DayOrder | null;
}

export function hintOf(header: string): HeaderHint {
  const { name, inside } = splitHeader(header.trim());
  const format = /^(?:(d{1,2})|(m{1,2}))[./-][dm]{1,2}[./-]y{2,4}$/i.exec(inside);
  const order = format ? (format[1] ? 'day-first' : 'month-first') : null;
  const zone = isZone(inside) ? inside : null;
  const currencies = currenciesOf(inside);
  return { name: order || zone || currencies ? name : header, currencies, zone, order };
}

function splitHeader(header: string): { name: string; inside: string } {
  const match = /^([^([]*)[([]([^)\]]*)[)\]]$/.exec(header);
  if (match) return { name: match[1]!, inside: match[2]!.trim() };
  const words = header.split(/[\s_]+/);
  const last = words.at(-1)!;
  if (words.length < 2 || !/^(?:[A-Z]{3}|[€£$])$/.test(last)) return { name: header, inside: '' };
  const name = words.slice(0, /^in$/i.test(words.at(-2)!) ? -2 : -1).join(' ');
  return { name, inside: last };
}

/**
 * Finds the first of these names that any header has, with or without a hint. Returns the positions of all
 * headers with that name.
 */
export function placesOf(headers: readonly string[], names: readonly string[]): number[] {
  const known = headers.map(plain);
  const bare = headers.map((header) => plain(hintOf(header).name));
  for (const name of names.map(plain)) {
    const found = [known, bare].map((of) => of.flatMap((one, at) => (one === name ? [at] : [])));
    const places = found.find(({ length }) => length > 0);
    if (places) return places;
  }
  return [];
}

/** Returns the positions of all headers with any of the names. */
export const allPlaces = (headers: readonly string[], names: readonly string[]): number[] => [
  ...new Set(names.flatMap((name) => placesOf(headers, [name]))),
];

/**
 * Scores a row as a header: 1 for each column that the row names, plus 1,000 if it names all required
 * columns.
 */
export function headerScore<Column extends string>(
  cells: readonly string[],
  columns: ColumnNames<Column>,
  required: readonly (Column | readonly Column[])[],
): number {
  // Empty cells don't count: a row of values with an empty cell is no header, although a column may have an empty
  // name.
  const filled = cells.filter((cell) => plain(cell) !== '');
  const named = new Set(
    (Object.keys(columns) as Column[]).filter((column) => placesOf(filled, columns[column]).length > 0),
  );
  const has = (one: Column | readonly Column[]) =>
    typeof one === 'string' ? named.has(one) : (one as readonly Column[]).some((each) => named.has(each));
  return named.size + (required.every(has) ? 1_000 : 0);
}
