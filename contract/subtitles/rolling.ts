/** A cue with its times and its rows of text. */
export interface ShownCue {
  start: number;
  end: number;
  rows: string[];
  /** True if each word of the cue has its own time. */
  isKaraoke: boolean;
}

/** Maximum pause in seconds between two consecutive cues. */
const GAP = 0.25;
/**
 * A cue of at most this many seconds is too short to read. Automatic captions use such cues to repeat the row
 * that moves up.
 */
const BLINK = 0.05;
/** More words than any two rows have. */
const REPEATED_MAX = 80;

const wordsOf = ({ rows }: ShownCue): string[] => rows.flatMap((row) => row.split(' '));

/** Returns the largest number of words that both end `shown` and begin `now`. */
function repeated(shown: readonly string[], now: readonly string[]): number {
  for (let length = Math.min(shown.length, now.length, REPEATED_MAX); length > 0; length -= 1) {
    const from = shown.length - length;
    let same = 0;
    while (same < length && shown[from + same] === now[same]) same += 1;
    if (same === length) return length;
  }
  return 0;
}

/**
 * Returns the cues with each phrase once. `cues` must be sorted. Automatic captions repeat a row while the
 * next one is spoken.
 */
export function eachPhraseOnce(cues: readonly ShownCue[]): ShownCue[] {
  if (!isRolling(cues)) return [...cues];
  const kept: ShownCue[] = [];
  let before: { words: string[]; end: number } = { words: [], end: Number.NEGATIVE_INFINITY };
  for (const cue of cues) {
    const words = wordsOf(cue);
    const last = kept.at(-1);
    const same = cue.start <= before.end + GAP ? repeated(before.words, words) : 0;
    const rows = rowsAfter(cue.rows, same);
    const grows = same === before.words.length && isWithinRow(cue.rows, same);
    if (last && same > 0 && (rows.length === 0 || (grows && wordsOf(last).length === same))) {
      last.end = Math.max(last.end, cue.end);
      if (rows.length > 0) last.rows = cue.rows;
    } else kept.push({ ...cue, rows });
    before = { words, end: Math.max(cue.end, cue.start) };
  }
  return kept;
}

/**
 * Whether the cues are automatic captions: most consecutive cues repeat the end of the previous one, and at
 * least one repetition can't be a speaker's own.
 */
function isRolling(cues: readonly ShownCue[]): boolean {
  let touching = 0;
  let repeating = 0;
  let isProven = cues.some(({ isKaraoke }) => isKaraoke);
  for (const [index, cue] of cues.entries()) {
    const before = cues[index - 1];
    if (!before || cue.start > before.end + GAP) continue;
    touching += 1;
    const [shown, now] = [wordsOf(before), wordsOf(cue)];
    const same = repeated(shown, now);
    if (same === 0) continue;
    repeating += 1;
    const isWholeRow = same < now.length && !isWithinRow(cue.rows, same);
    const isGrown = same === shown.length && same < now.length;
    if (isWholeRow || isGrown || cue.end - cue.start <= BLINK) isProven = true;
  }
  return isProven && repeating * 2 > touching;
}

/** Whether the word with index `words` is inside a row, so that it does not begin one. */
function isWithinRow(rows: readonly string[], words: number): boolean {
  let left = words;
  for (const row of rows) {
    if (left <= 0) break;
    left -= row.split(' ').length;
  }
  return left < 0;
}

function rowsAfter(rows: readonly string[], words: number): string[] {
  let left = words;
  return rows.flatMap((row) => {
    const all = row.split(' ');
    const kept = all.slice(Math.max(0, left));
    left -= all.length;
    return kept.length > 0 ? [kept.join(' ')] : [];
  });
}
