import type { StudioCue } from '#contract/studio.ts';
import type { SkippedCue, Subtitles } from '#contract/subtitles/read-subtitles.ts';

/** Thrown for a caption file without readable captions. The message names the expected formats. */
export class CaptionsRefused extends Error {}

const CAPTIONS_MAX_BYTES = 2_000_000;
/** Number of words that a viewer reads at one glance. */
export const WORDS_AT_ONCE = 5;

const EXPECTED =
  'Choose an SRT or VTT file: each caption has a row of times, such as 00:00:01,000 --> 00:00:03,500, and its text below.';

/**
 * Reads an SRT or VTT file in any encoding. `seconds` is the length of the video.
 * @throws CaptionsRefused
 */
export async function importCaptions(file: File, seconds?: number): Promise<Subtitles> {
  if (file.size > CAPTIONS_MAX_BYTES) throw new CaptionsRefused(`${file.name} is larger than 2 MB.`);
  const [bytes, { decodeText }, { readSubtitles }] = await Promise.all([
    file.arrayBuffer(),
    import('./decode-text.ts'),
    import('#contract/subtitles/read-subtitles.ts'),
  ]);
  const read = readSubtitles(await decodeText(new Uint8Array(bytes)), seconds);
  if (read.cues.length > 0) return read;
  const [first] = read.skipped;
  const reason = first ? ` ${skippedText(first)}` : '';
  throw new CaptionsRefused(`${file.name} has no caption that can be read.${reason} ${EXPECTED}`);
}

/** Describes why a caption was skipped. */
export function skippedText({ row, why, written }: SkippedCue): string {
  const reasons: Record<SkippedCue['why'], string> = {
    times: `the times can't be read ("${written}").`,
    reversed: 'the caption ends before it begins.',
    instant: 'the caption ends in the moment it begins.',
    late: 'the caption begins after the video ends.',
  };
  return `Row ${row}: ${reasons[why]}`;
}

/** Returns the cues of a long transcript that are within the cuts. */
export const cuesWithin = (
  cues: readonly StudioCue[],
  cuts: readonly { start: number; end: number }[],
): StudioCue[] => cues.filter((cue) => cuts.some(({ start, end }) => cue.start < end && start < cue.end));
