import { VIEWS_MAX } from '#contract/limits.ts';
import { asciiDigits } from '#contract/wire/ascii-digits.ts';
import { powersOf, viewWords } from './view-words.ts';

/** Maximum length of a count with its words; longer texts are not read. */
const LENGTH_MAX = 60;

/**
 * Returns the counts that a text can mean, as apps in any language show them ("12.4K", "3,5 Mio.",
 * "1,23,456", "1.2万", "١٢٫٤ ألف"). Empty if the text is not a count. Returns several if languages differ
 * ("1,234K", "12,4 mil").
 */
export function viewReadings(given: string): number[] {
  // A text like "12,345¹" has a footnote mark and is refused.
  if (given.length > LENGTH_MAX || /\p{No}/u.test(given)) return [];
  const text = simplified(given);
  const first = text.search(/\d/);
  const end = text.length - [...text].reverse().findIndex((character) => /\d/.test(character));
  if (first < 0) return [];
  const [before, number, after] = [text.slice(0, first), text.slice(first, end), text.slice(end)];
  // ".5K" is refused, because the number has no digit before the point.
  if (/[-−–—]\s?$|[.,٫]$|\p{Sc}/u.test(before) || /^\s?[%‰]|\p{Sc}/u.test(after)) return [];
  const powers = powersIn(before, after, number);
  if (!powers) return [];
  const numbers = numbersIn(number, powers.length > 0);
  const counts = numbers.flatMap((one) =>
    (powers.length > 0 ? powers : [0]).map((power) => countOf(one, power)),
  );
  const whole = [...new Set(counts)].filter((count) => count !== null);
  // If one meaning is too large, the text is refused. That meaning may be the right one, so the other
  // meanings can't be trusted.
  return whole.length > 0 && whole.every((count) => count <= VIEWS_MAX)
    ? whole.toSorted((a, b) => a - b)
    : [];
}

/** Returns the text in lower case, with ASCII digits and without invisible marks. */
const simplified = (text: string): string =>
  asciiDigits(text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''))
    .replace(/\s/g, ' ')
    .toLowerCase()
    .normalize('NFKC')
    .trim();

/**
 * Returns the powers of ten that the words beside a number can mean, or null if another word shows that the
 * number is not a view count.
 */
function powersIn(before: string, after: string, number: string): number[] | null {
  let found: number[] = [];
  // Romanian counts are like "21 de mii". Other languages have the word "de" before their word for views.
  const [next, ...rest] = wordsIn(after.replace(/^ de /, ''));
  for (const word of next === undefined ? wordsIn(before) : [next, ...wordsIn(before)]) {
    // "K12" is a name, so only whole words can precede a number ("elfu 12").
    const powers = word === next || word.length > 1 ? powersOf(word, number) : [];
    if (powers.length > 0 && found.length === 0) found = powers;
    else if (!viewWords.has(word)) return null;
  }
  return rest.every((word) => viewWords.has(word)) ? found : null;
}

const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{M}]/u).filter(Boolean);

interface Decimal {
  digits: string;
  /** Number of digits after the decimal sign. */
  scale: number;
}

const groups = (parts: string[]): boolean =>
  /^[1-9]\d{0,2}$/.test(parts[0]!) && parts.slice(1).every((part) => part.length === 3);
/** Whether the digits are grouped as in India: 1,23,456. */
const indianGroups = (parts: string[]): boolean =>
  /^[1-9]\d?$/.test(parts[0]!) &&
  parts.length > 2 &&
  parts.at(-1)!.length === 3 &&
  parts.slice(1, -1).every((part) => part.length === 2);

/**
 * Returns the numbers that a text can mean. With a word for thousands the last digits can be a fraction,
 * otherwise they are digit groups.
 */
function numbersIn(number: string, hasWord: boolean): Decimal[] {
  const signs = [...new Set(number.replace(/\d/g, '').replace(/['’ʼ`´٬_·]/g, "'"))];
  const plain = number.replace(/['’ʼ`´٬_·]/g, "'");
  if (signs.length === 0) return [{ digits: plain, scale: 0 }];
  const [sign, other] = signs as [string, string | undefined];
  if (!/^[.,' ٫]$/.test(sign) || signs.length > 2) return [];
  if (other !== undefined) return withGroupsAndFraction(plain, sign, other, hasWord);
  const parts = plain.split(sign);
  const whole: Decimal = { digits: parts.join(''), scale: 0 };
  const isWhole = sign !== '٫' && (groups(parts) || (sign === ',' && indianGroups(parts)));
  const readings = isWhole ? [whole] : [];
  return hasWord || !isWhole ? [...readings, ...fractionOf(parts, sign, hasWord)] : readings;
}

function withGroupsAndFraction(number: string, sign: string, decimal: string, hasWord: boolean): Decimal[] {
  const [whole = '', ...fractions] = number.split(decimal);
  const parts = whole.split(sign);
  if (fractions.length !== 1 || fractions[0]!.includes(sign)) return [];
  if (sign === '٫' || !(groups(parts) || indianGroups(parts))) return [];
  return fractionOf([parts.join(''), fractions[0]!], decimal, hasWord);
}

/**
 * Returns the number if the digits after the sign can be a fraction. Views are whole, so without a word for
 * thousands these digits must be zeros.
 */
function fractionOf(parts: string[], sign: string, hasWord: boolean): Decimal[] {
  const [whole, fraction] = parts as [string, string];
  if (parts.length !== 2 || !/^[.,٫]$/.test(sign) || fraction === '' || fraction.length > 3) return [];
  if (hasWord) return [{ digits: whole + fraction, scale: fraction.length }];
  return /^0{1,2}$/.test(fraction) ? [{ digits: whole, scale: 0 }] : [];
}

/** Returns the number times the power of ten, or null if the result is not whole. */
function countOf({ digits, scale }: Decimal, power: number): number | null {
  if (digits.length > 15) return null;
  const scaled = BigInt(digits) * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(scale);
  return scaled % divisor === 0n ? Number(scaled / divisor) : null;
}
