import type { StudioCue } from '#contract/studio.ts';

export interface CaptionWord {
  text: string;
  /** Seconds of the source at which the word begins and ends. */
  start: number;
  end: number;
}

/** Divides a cue into words. Each word gets a share of the cue's time, longer words a larger one. */
export function wordsOf({ start, end, text }: StudioCue): CaptionWord[] {
  const words = text.split(/\s+/).filter(Boolean);
  const weights = words.map((word) => [...word].length + 1);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let at = start;
  return words.map((word, index) => {
    const from = at;
    at += ((end - start) * weights[index]!) / whole;
    return { text: word, start: from, end: index === words.length - 1 ? end : at };
  });
}

/** Returns the cue that is shown at this second. */
export const cueAt = (cues: readonly StudioCue[], seconds: number): StudioCue | undefined =>
  cues.find(({ start, end }) => start <= seconds && seconds < end);

/** Splits cues into pieces of at most `most` words, so that a long sentence is shown in parts. */
export function inPieces(cues: readonly StudioCue[], most: number): StudioCue[] {
  return cues.flatMap((cue) => {
    const words = wordsOf(cue);
    const pieces = Math.ceil(words.length / most);
    const size = Math.ceil(words.length / Math.max(1, pieces));
    return Array.from({ length: pieces }, (_, piece) => {
      const part = words.slice(piece * size, (piece + 1) * size);
      return {
        start: part[0]!.start,
        end: part.at(-1)!.end,
        text: part.map(({ text }) => text).join(' '),
      };
    });
  });
}

/** Breaks words into lines that `measure` finds at most `width` wide. A wider word has a line to itself. */
export function linesOf<Word extends { text: string }>(
  words: readonly Word[],
  width: number,
  measure: (text: string) => number,
): Word[][] {
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const together = [...(line ?? []), word].map(({ text }) => text).join(' ');
    if (line && measure(together) <= width) line.push(word);
    else lines.push([word]);
  }
  return lines;
}
