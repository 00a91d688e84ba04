import { asciiDigits } from '#contract/wire/ascii-digits.ts';
import { CURRENCY_SYMBOLS, isCurrency, WAY_WORDS, type Way } from './cell-words.ts';

/** The number of decimal places that a micro amount keeps. */
const DECIMALS = 6;
const MOST_UNITS = 12;

/** The decimal sign of an amount. */
export type Point = 'dot' | 'comma';

export interface Amount {
  /** In millionths; negative for a minus, parentheses or a letter for money out. */
  micros: bigint;
  /** The currencies that the cell may name; empty if none. */
  currencies: readonly string[];
  /** The direction that a letter such as "CR" or "S" names. */
  way: Way | null;
  /** The decimal sign; null when the cell does not show which one it is. */
  point: Point | null;
}

/**
 * Reads an amount as statements of any country write it: "1,234.56", "1.234,56 €", "1’234.50", "1,23,456.00",
 * "(12.30)", "12.30-", "12,50 S", "US$5", "12.-". Returns null if it is not an amount, and "unclear" if it has two
 * possible values ("1,234") and `point` does not decide.
 */
export function readMoney(cell: string, point: Point | null = null): Amount | 'unclear' | null {
  const dense = densely(cell);
  // A number that ends with a dot and a dash has no decimals: "12.-".
  const compact = dense.replace(/([.,])[-–—]+/u, '$1');
  const start = compact.search(/[\d.,_]/);
  if (start < 0) return null;
  const [number = ''] = /^[\d.,_]+/.exec(compact.slice(start)) ?? [];
  const around = readAround(compact.slice(0, start), compact.slice(start + number.length));
  const read = readNumber(number, point);
  if (around === null || read === null) return null;
  if (read === 'unclear') return read;
  const { isNegative, ...rest } = around;
  return { micros: isNegative ? -read.micros : read.micros, point: read.point, ...rest };
}

/** Reads an amount like `readMoney`, but returns only the millionths. */
export function readAmount(cell: string): bigint | 'unclear' | null {
  const read = readMoney(cell);
  return read === null || read === 'unclear' ? read : read.micros;
}

/**
 * Returns the decimal sign of a file; `mapped` is an admin's choice. Returns null if no cell shows the sign,
 * or if cells contradict each other or the choice.
 */
export function pointOf(cells: Iterable<string>, mapped: Point | null = null): Point | null {
  const found = new Set<Point>(mapped ? [mapped] : []);
  for (const cell of cells) {
    const read = readMoney(cell);
    if (read !== null && read !== 'unclear' && read.point) found.add(read.point);
    if (found.size > 1) return null;
  }
  return [...found][0] ?? null;
}

/**
 * Writes digits as ASCII, and "_" for each space or apostrophe that groups digits. Removes other spaces and
 * invisible marks.
 */
function densely(cell: string): string {
  return asciiDigits(cell.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .replace(/[٬’‘ʼ`´']/gu, '_')
    .replace(/٫/gu, '.')
    .replace(/(?<=\d)\s(?=\d)/gu, '_')
    .replace(/\s/gu, '')
    .toUpperCase();
}

type Around = Pick<Amount, 'currencies' | 'way'> & { isNegative: boolean };

/** Reads the text before and after the digits: at most one sign, one currency and one letter for the direction. */
function readAround(head: string, tail: string): Around | null {
  const isInParentheses = head.includes('(') || tail.includes(')');
  const before = head.replace('(', '');
  const behind = tail.replace(')', '');
  if (head.includes('(') !== tail.includes(')')) return null;
  const words = [...tokensOf(before), ...tokensOf(behind)];
  const signs = words.filter((word) => /^[+\-−–—]$/u.test(word));
  const named = words.filter((word) => CURRENCY_SYMBOLS[word] !== undefined || isCurrency(word));
  const letters = words.filter((word) => WAY_WORDS.has(word.toLowerCase()) && !/^[+\-−–—]$/u.test(word));
  if (signs.length + letters.length + named.length !== words.length) return null;
  if (signs.length > 1 || letters.length > 1 || named.length > 1) return null;
  const way = WAY_WORDS.get(letters[0]?.toLowerCase() ?? '') ?? null;
  const isMinus = isInParentheses || (signs.length > 0 && signs[0] !== '+');
  if (isInParentheses && signs.length > 0) return null;
  // A sign that contradicts the letter, as in "-12.50 CR", makes the amount unreadable.
  if ((way === 'in' && isMinus) || (way === 'out' && signs[0] === '+')) return null;
  const [currency] = named;
  const currencies = currency === undefined ? [] : (CURRENCY_SYMBOLS[currency] ?? [currency]);
  return { currencies, way, isNegative: isMinus || way === 'out' };
}

/** Splits "-US$" into its sign and symbol. Text that can't be split further is one word. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let rest = text;
  while (rest !== '') {
    const end = [...Array(Math.min(rest.length, 9)).keys()]
      .map((at) => Math.min(rest.length, 9) - at)
      .find((length) => isWord(rest.slice(0, length)));
    if (end === undefined) return [...tokens, rest];
    tokens.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return tokens;
}

const isWord = (text: string): boolean =>
  /^[+\-−–—]$/u.test(text) ||
  CURRENCY_SYMBOLS[text] !== undefined ||
  isCurrency(text) ||
  WAY_WORDS.has(text.toLowerCase());

function readNumber(
  text: string,
  point: Point | null,
): { micros: bigint; point: Point | null } | 'unclear' | null {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const separators = text.replace(/\d/g, '');
  const isSole = separators.length === 1 && at >= 0;
  const couldGroup = isSole && text.length - at - 1 === 3 && at >= 1 && at <= 3 && text[0] !== '0';
  if (couldGroup && point !== (text[at] === '.' ? 'comma' : 'dot')) return 'unclear';
  // The last separator is the decimal sign, unless it occurs several times ("1,234,567") or the file has another one.
  const isGrouped = at >= 0 && (couldGroup || text.indexOf(text[at]!) !== at);
  const whole = isGrouped || at < 0 ? text : text.slice(0, at);
  const part = isGrouped || at < 0 ? '' : text.slice(at + 1);
  const groups = /^\d{1,3}(?:([.,_])\d{3})?(?:\1\d{3})*$|^\d{1,2}(?:([,_])\d{2})+\2\d{3}$|^\d*$/;
  if (!groups.test(whole) || !/^\d*$/.test(part) || /[1-9]/.test(part.slice(DECIMALS))) return null;
  const units = whole.replace(/[.,_]/g, '').replace(/^0+(?=\d)/, '');
  if (units + part === '' || units.length > MOST_UNITS) return null;
  const micros = BigInt(units || '0') * 1_000_000n + BigInt(part.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  // Only an amount that also has groups shows the decimal sign: a careless file may contain "12,50" and "1,000".
  if (at < 0 || separators.length < 2) return { micros, point: null };
  return { micros, point: (text[at] === '.') !== isGrouped ? 'dot' : 'comma' };
}
