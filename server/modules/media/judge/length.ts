import { requireBox } from './boxes.ts';
import type { MediaTime } from './samples.ts';
import { countEntries } from './tables.ts';
import { type Track, timescaleOf } from './track.ts';

/**
 * Media time that marks an edit which shows nothing for a while. (An edit at rate 0 shows one still frame.)
 */
const NOTHING = -1;

/**
 * Returns when a track ends as players show it, in seconds from the start of the movie. An edit list (ISO/IEC
 * 14496-12 §8.6.6) delays a track and hides what is before or after its edits.
 */
export function lengthOf(track: Track, { end }: MediaTime, moov: Buffer, isFragmented: boolean): number {
  const { edits, timescale } = track;
  const count = edits ? countEntries('elst', edits) : 0;
  if (edits === null || count === 0) return end / timescale;
  const movieTimescale = timescaleOf(requireBox(moov, 'mvhd'));
  let length = 0;
  for (let entry = 0; entry < count; entry++) {
    const edit = readEdit(edits, entry);
    const seconds = edit.duration / movieTimescale;
    if (edit.from === NOTHING || edit.rate === 0) length += seconds;
    else {
      const rest = Math.max(0, end - edit.from) / timescale;
      // While fragments are being written their duration is unknown, so the last edit is open. A remainder
      // below the movie's unit of time is rounding.
      const isOpen = edit.duration === 0 || (isFragmented && entry === count - 1);
      length += isOpen ? rest : Math.min(rest, seconds + 1 / movieTimescale);
    }
  }
  return length;
}

function readEdit(elst: Buffer, entry: number): { duration: number; from: number; rate: number } {
  if (elst[0] === 1) {
    const at = 8 + 20 * entry;
    return {
      duration: Number(elst.readBigUInt64BE(at)),
      from: Number(elst.readBigInt64BE(at + 8)),
      rate: elst.readInt16BE(at + 16),
    };
  }
  const at = 8 + 12 * entry;
  return {
    duration: elst.readUInt32BE(at),
    from: elst.readInt32BE(at + 4),
    rate: elst.readInt16BE(at + 8),
  };
}
