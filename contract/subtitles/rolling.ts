/** A cue as rows of text, with the facts that its file gives. */
export interface ShownCue {
  start: number;
  end: number;
  rows: string[];
  /** The words of the cue have separate times. */
  isKaraoke: boolean;
}

/** Two cues are consecutive when at most this many seconds are between them. */
const GAP = 0.25;
/** Nobody can read a cue this short, in seconds: automatic captions use it to repeat the row that moves up. */
const BLINK = 0.05;
/** The most words in two rows. */
const REPEATED_MAX = 80;

const wordsOf = ({ rows }: ShownCue): string[] => rows.flatMap((row) => row.split(' '));

/** The number of words that both end the previous text and begin the current one. */
function repeated(shown: readonly string[], now: readonly string[]): number {
  for (let length = Math.min(shown.length, now.length, REPEATED_MAX); length > 0; length -= 1) {
    const from = shown.length - length;
    let same = 0;
    while (same < length && shown[from + same] === now[same]) same += 1;
    if (same === length) return length;
  }
  return 0;
}

/** Returns sorted cues with each phrase once: automatic captions show a row again while the next one is spoken. */
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
 * Whether most cues repeat the end of the previous one, and at least one of them proves that nobody just
 * repeated themselves.
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

/** Whether this word continues a row; `words` is its index. */
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
