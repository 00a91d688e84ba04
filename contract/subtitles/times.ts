import { asciiDigits } from '#contract/wire/ascii-digits.ts';

/** Begin and end of a cue in seconds. */
export interface CueTimes {
  start: number;
  end: number;
  /** The text after the times in their row, without settings and coordinates. */
  words: string;
}

/** No row of times is longer. */
const ROW_MAX = 500;
const arrow = /-{1,3} ?(?:>|&gt;)|[–—=]>|[→⟶]/;
/** Hours, minutes, seconds and their fraction. Translation services put spaces between them. */
const time = /^(?:(\d{1,3}) ?: ?)?(\d{1,2}) ?: ?(\d{1,2})(?: ?([.,:;]) ?(\d{1,9}))?(?!\d)/;
/** Cue settings of WebVTT and the corners that some SRT files give. */
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
  /** The time has hours or a fraction, which times within text rarely have. */
  isWhole: boolean;
  rest: string;
}

function readTime(text: string): Time | null {
  const found = time.exec(text);
  if (!found) return null;
  const [all, hours, minutes, seconds, point, fraction] = found;
  // Two digits after a colon are frames of an unknown rate.
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

/** The times of a row with a start, an arrow and an end; null for any other row. */
export function timesIn(given: string): CueTimes | null {
  if (given.length > ROW_MAX || !/\p{Nd}/u.test(given)) return null;
  const row = readable(given);
  const [from, to] = sides(row) ?? withoutArrow(row) ?? ['', ''];
  const [start, end] = [readTime(from), readTime(to)];
  if (!start || !end || start.rest !== '' || !/^(?:\s|$)/.test(end.rest)) return null;
  const words = end.rest.split(/\s/).filter((word) => word !== '' && !setting.test(word));
  return { start: start.seconds, end: end.seconds, words: words.join(' ') };
}

/** Two whole times and nothing else, with a comma, a dash or a space between them. */
function withoutArrow(row: string): [string, string] | null {
  const start = readTime(row);
  const between = start && /^(?:,| ?(?:-{1,3}|[–—~|>]) ?| {1,9}|\t)(?=\d)/.exec(start.rest);
  if (!start?.isWhole || !between) return null;
  const to = start.rest.slice(between[0].length);
  const end = readTime(to);
  return end?.isWhole && end.rest === '' ? [row.slice(0, row.length - start.rest.length), to] : null;
}

/** Whether a row was meant to contain times that can't be read. `placed` rows count only where a cue begins. */
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
