import { parseText } from 'media-captions';
import { type StudioCue, studioLimits } from '#contract/studio.ts';

/** A caption file that can't be taken; the message names the row. */
export class CaptionsRefused extends Error {}

export const CAPTIONS_MAX_BYTES = 2_000_000;
/** No source is longer. */
const LONGEST_SECONDS = 86_400;
/** As many as one glance takes in. */
export const WORDS_AT_ONCE = 5;

const ARROW = '-->';
const time = /^(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}$/;

/** Begin and end of a cue, as the row writes them; null when it is not a row of times. Settings may follow the end. */
function timesIn(row: string): { from: string; to: string } | null {
  const [from = '', to = ''] = row.trim().split(ARROW);
  const [end = ''] = to.trim().split(/\s/);
  const isSpaced = /\s$/.test(from) && /^\s/.test(to);
  return isSpaced && time.test(from.trimEnd()) && time.test(end) ? { from: from.trimEnd(), to: end } : null;
}

const toSeconds = (text: string): number =>
  text
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);

/** Reads an SRT or VTT file. @throws CaptionsRefused naming file and row */
export async function importCaptions(name: string, text: string): Promise<StudioCue[]> {
  checkRows(name, text);
  const type = /^\uFEFF?WEBVTT/.test(text) ? 'vtt' : 'srt';
  const { cues } = await parseText(text.replace(/^\uFEFF/, ''), { type });
  const read = cues
    .map(({ startTime, endTime, text: words }) => ({ start: startTime, end: endTime, text: plain(words) }))
    .filter((cue) => cue.text !== '')
    .toSorted((a, b) => a.start - b.start);
  if (read.length === 0) throw new CaptionsRefused(`${name} holds no captions. Choose an SRT or VTT file.`);
  return read;
}

/** The parser skips what it can't read; a person is told instead. */
function checkRows(name: string, text: string): void {
  for (const [index, row] of text.split(/\r\n|\r|\n/).entries()) {
    if (!row.includes(ARROW)) continue;
    const times = timesIn(row);
    const at = `${name}, row ${index + 1}`;
    if (!times) throw new CaptionsRefused(`${at}: the times can't be read ("${row.trim().slice(0, 60)}").`);
    if (toSeconds(times.to) <= toSeconds(times.from))
      throw new CaptionsRefused(`${at}: the caption ends before it begins.`);
    if (toSeconds(times.to) > LONGEST_SECONDS)
      throw new CaptionsRefused(`${at}: the time lies behind 24 hours.`);
  }
}

const plain = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, studioLimits.cueLetters)
    // Half of a letter that takes two units.
    .replace(/[\uD800-\uDBFF]$/, '');

/** Those of a long transcript that the cuts show. */
export const cuesWithin = (
  cues: readonly StudioCue[],
  cuts: readonly { start: number; end: number }[],
): StudioCue[] => cues.filter((cue) => cuts.some(({ start, end }) => cue.start < end && start < cue.end));
