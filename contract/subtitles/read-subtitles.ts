import { type StudioCue, studioLimits } from '#contract/studio.ts';
import { type CueBlock, cueBlocks } from './blocks.ts';
import { eachPhraseOnce, type ShownCue } from './rolling.ts';
import { isKaraoke, shownRows } from './words.ts';

/** A cue that was not read, with the reason. */
export interface SkippedCue {
  /** Number of the row in the file, counted from 1. */
  row: number;
  /**
   * times: the cue's times are missing or unreadable. reversed: the cue ends before it begins. instant: it
   * ends when it begins. late: it begins after the video's end.
   */
  why: 'times' | 'reversed' | 'instant' | 'late';
  /** The text of the row, cut to `WRITTEN_MAX`. */
  written: string;
}

export interface Subtitles {
  /** The cues, sorted by time and without duplicates. */
  cues: StudioCue[];
  skipped: SkippedCue[];
}

/** The length limit of sources, in seconds. */
const LONGEST_SECONDS = 86_400;
const WRITTEN_MAX = 60;
/**
 * Maximum number of letters that are read of a cue: more than are kept, yet few enough for fast comparisons.
 */
const ROWS_LETTERS_MAX = 1_000;

/**
 * Reads SRT and WebVTT, including the variants that people and tools really write. `seconds` is the length of
 * the video. Never throws.
 */
export function readSubtitles(file: string, seconds = LONGEST_SECONDS): Subtitles {
  const skipped: SkippedCue[] = [];
  const shown: ShownCue[] = [];
  for (const block of cueBlocks(file)) {
    const why = whySkipped(block, seconds);
    if (why)
      skipped.push({ row: block.row, why, written: block.written.slice(0, WRITTEN_MAX).toWellFormed() });
    else shown.push(...shownCue(block, seconds));
  }
  const inOrder = shown.toSorted((a, b) => a.start - b.start);
  const cues = eachPhraseOnce(inOrder).map(({ start, end, rows }) => ({
    start,
    end,
    text: cut(rows.join(' ')),
  }));
  return { cues: onlyOnce(cues), skipped };
}

function whySkipped({ times }: CueBlock, seconds: number): SkippedCue['why'] | null {
  if (!times) return 'times';
  if (times.end < times.start) return 'reversed';
  if (times.start >= seconds) return 'late';
  return times.end === times.start ? 'instant' : null;
}

function shownCue({ times, text }: CueBlock, seconds: number): ShownCue[] {
  const { start, end, words } = times!;
  const below = shownRows(text);
  // Some files have the text in the row of the times.
  const rows = below.length > 0 ? below : shownRows([words]);
  let left = ROWS_LETTERS_MAX;
  const kept = rows.flatMap((row) => {
    const part = row.slice(0, Math.max(0, left)).trim();
    left -= row.length;
    return part === '' ? [] : [part];
  });
  return kept.length === 0
    ? []
    : [{ start, end: Math.min(end, seconds), rows: kept, isKaraoke: isKaraoke(text) }];
}

/** Cuts a text without splitting a letter that takes two UTF-16 units. */
const cut = (text: string): string =>
  text
    .slice(0, studioLimits.cueLetters)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();

/** Removes duplicates, because converters write a cue twice if it had two styles. */
const onlyOnce = (cues: readonly StudioCue[]): StudioCue[] => {
  const seen = new Set<string>();
  return cues.filter(({ start, end, text }) => {
    const key = `${start} ${end} ${text}`;
    return !seen.has(key) && seen.add(key);
  });
};
