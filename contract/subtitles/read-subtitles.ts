import { type StudioCue, studioLimits } from '#contract/media/studio.ts';
import { type CueBlock, cueBlocks } from './blocks.ts';
import { eachPhraseOnce, type ShownCue } from './rolling.ts';
import { isKaraoke, shownRows } from './words.ts';

/** A cue that was left out. */
export interface SkippedCue {
  /** The row in the file, counted from 1. */
  row: number;
  /**
   * times: they can't be read or are missing; reversed: the cue ends before it begins; instant: it ends when
   * it begins; late: it begins after the video's end.
   */
  why: 'times' | 'reversed' | 'instant' | 'late';
  /** The text of that row, cut to `WRITTEN_MAX`. */
  written: string;
}

export interface Subtitles {
  /** Sorted by time, without duplicates. */
  cues: StudioCue[];
  skipped: SkippedCue[];
}

/** No source is longer. */
const LONGEST_SECONDS = 86_400;
const WRITTEN_MAX = 60;
/** Letters of a cue that are read: more than are kept, yet few enough to compare quickly. */
const ROWS_LETTERS_MAX = 1_000;

/**
 * Reads SRT and WebVTT, including the variants that people and tools really write. `seconds` is the video's
 * length. Never throws.
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
  // Some files write the text into the row of the times.
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

/** Never splits a letter that takes two UTF-16 units. */
const cut = (text: string): string =>
  text
    .slice(0, studioLimits.cueLetters)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();

/** Converters write a cue twice if it had two styles. */
const onlyOnce = (cues: readonly StudioCue[]): StudioCue[] => {
  const seen = new Set<string>();
  return cues.filter(({ start, end, text }) => {
    const key = `${start} ${end} ${text}`;
    return !seen.has(key) && seen.add(key);
  });
};
