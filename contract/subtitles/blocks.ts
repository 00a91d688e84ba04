import { asciiDigits } from '#contract/wire/ascii-digits.ts';
import { type CueTimes, damagedTimes, timesIn } from './times.ts';

/** A cue as it was written in the file. */
export interface CueBlock {
  /** Number of the row with the cue's times, counted from 1. */
  row: number;
  /** Null if the times are missing or unreadable. */
  times: CueTimes | null;
  /** The text of the row with the times. */
  written: string;
  text: string[];
}

/** Splits a file into rows. Some tools end a row with two carriage returns and a line feed. */
const rowsOf = (file: string): string[] =>
  file
    .replaceAll('\uFEFF', '')
    .replaceAll('\r\r\n', '\n')
    .split(/\r\n|\r|\n/);

const isBlank = (row: string | undefined): boolean => row === undefined || row.trim() === '';

/** Returns the number that this row gives the next cue in SRT; null for any other row. */
function counter(row: string | undefined): number | null {
  const found =
    row !== undefined && row.length < 40 && /^[\s\u200E\u200F]{0,9}#?(\p{Nd}{1,9})[.):]?\s*$/u.exec(row);
  return found ? Number(asciiDigits(found[1]!)) : null;
}

/**
 * Returns the cue's number from the row before its times, or from the row before that if they are separated
 * by a blank row.
 */
const numberBefore = (rows: readonly string[], at: number): number | null =>
  counter(rows[at - 1]) ?? (isBlank(rows[at - 1]) && isBlank(rows[at - 3]) ? counter(rows[at - 2]) : null);

const aside = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/**
 * Whether the file is WebVTT. If its header is missing, it still has notes or styles, and no comma in its
 * times.
 */
const isWebVtt = (rows: readonly string[], heads: readonly number[]): boolean =>
  /^\s*WEBVTT/.test(rows.find((row) => !isBlank(row)) ?? '') ||
  (rows.some((row, at) => aside.test(row) && isBlank(rows[at - 1])) &&
    !heads.some((at) => rows[at]!.includes(',')));

/** Splits a file into its cues, which are found by their times. Blank rows and numbers may be missing. */
export function cueBlocks(file: string): CueBlock[] {
  const rows = rowsOf(file);
  const heads = rows.flatMap((row, at) => (isHead(rows, at, row) ? [at] : []));
  const isVtt = isWebVtt(rows, heads);
  const numbers = heads.filter((at) => numberBefore(rows, at) !== null);
  const isNumbered = !isVtt && numbers.length * 2 >= heads.length;
  const blocks: CueBlock[] = [];
  let last: number | null = null;
  for (const [index, at] of heads.entries()) {
    const next = heads[index + 1];
    last = numberBefore(rows, at) ?? (last === null ? null : last + 1);
    const end = next === undefined ? rows.length : firstRowOf(rows, at, next, { isVtt, isNumbered, last });
    const body = rows.slice(at + 1, end);
    const block = { row: at + 1, times: timesIn(rows[at]!), written: rows[at]!.trim() };
    if (isVtt) blocks.push({ ...block, text: vttText(body) });
    else blocks.push(...uncounted({ ...block, text: body }, isNumbered ? last : null));
  }
  return blocks;
}

/** Whether a row contains the times of a cue, or was meant to contain them. */
function isHead(rows: readonly string[], at: number, row: string): boolean {
  const before = rows[at - 1];
  const isCounted = counter(before) !== null;
  const isPlaced = isBlank(isCounted ? rows[at - 2] : before);
  const times = timesIn(row);
  if (times) return times.words === '' || isCounted || isPlaced || row.startsWith('[');
  const damaged = damagedTimes(row);
  return damaged === 'sure' || (damaged === 'placed' && isPlaced && (isCounted || row.includes('--')));
}

interface Style {
  isVtt: boolean;
  isNumbered: boolean;
  /** The number of the previous cue; null before the first number. */
  last: number | null;
}

/**
 * Returns the first row of the cue whose times are in row `head`: the row of the cue's number or name, or
 * else `head`.
 */
function firstRowOf(rows: readonly string[], before: number, head: number, style: Style): number {
  const at = head - 1;
  if (at <= before) return head;
  const number = counter(rows[at]);
  const isApart = isBlank(rows[at - 1]);
  if (style.isVtt) return !isBlank(rows[at]) && (rows[at - 1] === '' || number !== null) ? at : head;
  if (number !== null) {
    const isNext = style.isNumbered && style.last !== null && number === style.last + 1;
    const isOnlyText = at === before + 1 && !isNext;
    return isApart || (style.isNumbered && !isOnlyText) ? at : head;
  }
  // A blank row may separate the number from the times.
  const apart = head - 2;
  const isNext = style.isNumbered && style.last !== null && counter(rows[apart]) === style.last + 1;
  return isBlank(rows[at]) && apart > before && isNext && isBlank(rows[apart - 1]) ? apart : head;
}

/**
 * Returns the text of a WebVTT cue, which ends at a blank row. Notes, styles and regions can follow that row.
 */
function vttText(body: readonly string[]): string[] {
  const from = body.findIndex((row) => row !== '');
  if (from === -1) return [];
  if (from > 0 && aside.test(body[from]!)) return [];
  const length = body.slice(from).indexOf('');
  return length === -1 ? body.slice(from) : body.slice(from, from + length);
}

/** Splits off the following cues that have a number but no times, and that were read as text of this cue. */
function uncounted(block: CueBlock, last: number | null): CueBlock[] {
  const blocks = [{ ...block, text: [] as string[] }];
  let number = last;
  for (const [place, row] of block.text.entries()) {
    const isNumber =
      number !== null && place > 0 && isBlank(block.text[place - 1]) && counter(row) === number + 1;
    if (!isNumber) blocks.at(-1)!.text.push(row);
    else {
      number! += 1;
      blocks.push({ row: block.row + 1 + place, times: null, written: row.trim(), text: [] });
    }
  }
  return blocks.filter(({ times, text }, place) => place === 0 || times || !text.every(isBlank));
}
