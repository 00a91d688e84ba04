import { asciiDigits } from '#contract/wire/ascii-digits.ts';

/** Begin and end of a cue in seconds. */
export interface CueTimes {
  start: number;
  end: number;
  /** The text that follows the times in their row, without cue settings and coordinates. */
  words: string;
}

/** Longer rows are not read; no row with times is longer. */
const ROW_MAX = 500;
const arrow = /-{1,3} ?(?:>|&gt;)|[–—=]>|[→⟶]/;
/**
 * Matches hours, minutes, seconds and a fraction of a second. Translation services put spaces between them.
 */
const time = /^(?:(\d{1,3}) ?: ?)?(\d{1,2}) ?: ?(\d{1,2})(?: ?([.,:;]) ?(\d{1,9}))?(?!\d)/;
/** Cue settings of WebVTT, and the coordinates in some SRT files. */
const setting = /^(?:(?:align|line|position|region|size|vertical):\S+|[XY][12]:\d+)$/i;
/** Editors of right-to-left text put direction marks around times. */
const marks = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Converts digits to ASCII and removes the brackets that whisper puts around times. */
const readable = (row: string): string =>
  asciiDigits(row.replace(marks, '').normalize('NFKC'))
    .trim()
    .replace(/^\[([^[\]]*)\]/, '$1');

interface Time {
  seconds: number;
  /** True if the time has hours or a fraction. Times within spoken text rarely have them. */
  isWhole: boolean;
  rest: string;
}

function readTime(text: string): Time | null {
  const found = time.exec(text);
  if (!found) return null;
  const [all, hours, minutes, seconds, point, fraction] = found;
  // Two digits after a colon are a frame number, and the frame rate is unknown.
  if (point === ':' && fraction!.length !== 3) return null;
  const whole = Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return {
    seconds: fraction === undefined ? whole : Number(`${whole}.${fraction}`),
    isWhole: hours !== undefined || fraction !== undefined,
    rest: text.slice(all.length),
  };
}

const sides = (row: string): [string, string] | null => {
  const found = arrow.exec(row);
  return found
    ? [row.slice(0, found.index).trimEnd(), row.slice(found.index + found[0].length).trimStart()]
    : null;
};

/** Returns the times of a row with a start, an arrow and an end; null for any other row. */
export function timesIn(given: string): CueTimes | null {
  if (given.length > ROW_MAX || !/\p{Nd}/u.test(given)) return null;
  const row = readable(given);
  const [from, to] = sides(row) ?? withoutArrow(row) ?? ['', ''];
  const [start, end] = [readTime(from), readTime(to)];
  if (!start || !end || start.rest !== '' || !/^(?:\s|$)/.test(end.rest)) return null;
  const words = end.rest.split(/\s/).filter((word) => word !== '' && !setting.test(word));
  return { start: start.seconds, end: end.seconds, words: words.join(' ') };
}

/**
 * Returns the two times of a row that contains nothing else, with a comma, a dash or a space between them.
 */
function withoutArrow(row: string): [string, string] | null {
  const start = readTime(row);
  const between = start && /^(?:,| ?(?:-{1,3}|[–—~|>]) ?| {1,9}|\t)(?=\d)/.exec(start.rest);
  if (!start?.isWhole || !between) return null;
  const to = start.rest.slice(between[0].length);
  const end = readTime(to);
  return end?.isWhole && end.rest === '' ? [row.slice(0, row.length - start.rest.length), to] : null;
}

/**
 * Tells whether a row without readable times was meant to contain times. 'placed' means that this is only
 * likely at the beginning of a cue.
 */
export function damagedTimes(given: string): 'sure' | 'placed' | null {
  if (given.length > ROW_MAX || !/\p{Nd}/u.test(given)) return null;
  const row = readable(given);
  const parts = sides(row);
  const isOfTimes = /^[\d\s:.,;<>=–—-]+$/.test(row) && row.includes(':');
  if (!parts) return isOfTimes ? 'placed' : null;
  const isTime = (text: string): boolean => {
    const read = readTime(text);
    return read?.isWhole === true && /^(?:\s|$)/.test(read.rest);
  };
  return isOfTimes || parts.some(isTime) ? 'sure' : 'placed';
}
